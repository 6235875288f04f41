import { showBeforeConsole } from "../vip/console-page.fixture";
import { emptyCredential } from "./host-draft";
import { KeysStep } from "./keys-step";

/** The keys of two rows with one address, in front of a console that gives no answer at first. */
const rows = [
  { key: 1, name: "db1", address: "192.0.2.11" },
  { key: 2, name: "db2", address: "192.0.2.11" },
];
const key = { algorithm: "ssh-ed25519", fingerprint: "SHA256:abcdefghijklmnopqrstuvwxyz" };
let asked = 0;

showBeforeConsole(
  (_method, path) => {
    if (!path.endsWith("/host-key-scans")) return { status: 201, body: { hosts: [] } };
    asked += 1;
    return asked === 1 ? { status: 502, body: {} } : { status: 200, body: { hostKey: key } };
  },
  <KeysStep
    rows={rows}
    credential={{ ...emptyCredential, kind: "console_key" }}
    onBack={() => undefined}
    onAdded={() => undefined}
  >
    {({ body, footer }) => (
      <>
        {body}
        {footer}
      </>
    )}
  </KeysStep>,
);
