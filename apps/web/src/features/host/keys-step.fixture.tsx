import { message, problemDetail } from "@primacy/contract";
import { showBeforeConsole } from "../vip/console-page.fixture";
import { emptyCredential } from "./host-draft";
import { KeysStep } from "./keys-step";

/**
 * The keys of two rows with one address, in front of a console that gives no answer at first; with `refused` in the
 * fragment it has two reasons against the hosts beside.
 */
const rows = [
  { key: 1, name: "db1", address: "192.0.2.11" },
  { key: 2, name: "db2", address: "192.0.2.11" },
];
const key = { algorithm: "ssh-ed25519", fingerprint: "SHA256:abcdefghijklmnopqrstuvwxyz" };
const reasons = [
  problemDetail("/hosts/0/credential/privateKey", "private_key_invalid", {
    reason: "Unsupported key format",
  }),
  problemDetail("/hosts/1/name", "already_exists", { what: "db2" }),
];
const isRefused = location.hash.includes("refused");
const refusal = {
  type: "about:blank",
  title: "-",
  status: 422,
  code: "validation_failed",
  message: message("problem.validation_failed"),
  errors: reasons,
  requestId: "-",
};
let asked = 0;

showBeforeConsole(
  (_method, path) => {
    if (isRefused && path.endsWith("/host-checks")) return { status: 422, body: refusal };
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
