import type { Host } from "@primacy/contract";
import { showBeforeConsole } from "../vip/console-page.fixture";
import { failedUndo, hostOf } from "./host.fixture";
import { HostList } from "./host-list";
import { HostPage } from "./host-page";

/**
 * The page of a host whose operator is off; by the fragment it is `running`, or has a `failed` undo, or its agent is `away`.
 * With `list` the list of such hosts.
 */
const states = {
  running: { operator: { state: "running", openActions: 2, failedUndos: [] } },
  failed: { operator: { state: "running", openActions: 1, failedUndos: [failedUndo] } },
  dead: { operator: { state: "silent", openActions: 0, failedUndos: [] } },
  away: { operator: { state: "running", openActions: 1, failedUndos: [] }, agentState: "silent" },
  unknown: { operator: null },
  none: { operator: null, agentState: "none", agentVersion: null, agentSeenAt: null },
} as const satisfies Readonly<Record<string, object>>;

const hostsOfList: readonly Host[] = [
  hostOf(),
  ...Object.values(states).map((state, n) =>
    hostOf({ ...copy(state), id: `0198f3f0-6d1e-7c3a-9f0e-00000000001${n}`, name: `db${n + 2}` }),
  ),
];
const asked = Object.entries(states).find(([name]) => location.hash.includes(name));
const hostKey = { algorithm: "ssh-ed25519", fingerprint: "SHA256:abcdefghijklmnopqrstuvwxyz" };
const host = hostOf({ hostKey, ...(asked === undefined ? {} : copy(asked[1])) });

showBeforeConsole(
  (_method, path) => {
    if (path.endsWith("/hosts")) return { status: 200, body: { items: hostsOfList, nextCursor: null } };
    if (path.endsWith("/operations")) return { status: 200, body: { items: [], nextCursor: null } };
    return { status: 200, body: host };
  },
  location.hash.includes("list") ? <HostList /> : <HostPage id={host.id} />,
  "admin",
);

function copy({ operator, ...others }: (typeof states)[keyof typeof states]): Partial<Host> {
  return {
    ...others,
    operator: operator === null ? null : { ...operator, failedUndos: [...operator.failedUndos] },
  };
}
