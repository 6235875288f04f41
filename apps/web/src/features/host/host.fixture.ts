import { type Host, message } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { at, clusterId, idOf } from "../vip/console-page.fixture";

/** The host db1 with an agent that answers and no host operator, with `change`. */
export function hostOf(change: Partial<Host> = {}): Host {
  return {
    id: idOf(0),
    name: "db1",
    address: "192.0.2.11",
    sshPort: 22,
    sshUser: "root",
    credentialKind: "console_key",
    hasCredential: true,
    hostKey: null,
    agentAddress: "192.0.2.11",
    agentPort: 7433,
    agentState: "answering",
    agentVersion: "0.1.0",
    agentProtocol: 2,
    agentSeenAt: at,
    certificateExpiresAt: at,
    operator: { state: "off", openActions: 0, failedUndos: [] },
    facts: null,
    clusterId: null,
    clusterIds: [],
    revision: 1,
    createdAt: at,
    ...change,
  };
}

/** A file that the host operator edited and cannot restore: somebody else has changed it since. */
export const failedUndo: HostActionRecord = {
  actionId: idOf(70),
  clusterId,
  grantedTo: { who: "an operator", operationId: null },
  kind: "file",
  target: "/etc/mysql/mysql.conf.d/mysqld.cnf",
  state: "undo_failed",
  bootId: "boot-1",
  startedAt: at,
  undoAtMs: 1,
  reason: message("operator.undo_changed", { path: "/etc/mysql/mysql.conf.d/mysqld.cnf" }),
  byHand: [
    `cp -p /var/lib/primacy-agent/operator/backups/${idOf(70)} /etc/mysql/mysql.conf.d/mysqld.cnf`,
    "chown root:root /etc/mysql/mysql.conf.d/mysqld.cnf",
  ],
  settle: `rm /var/lib/primacy-agent/operator/journal/${idOf(70)}.json`,
  process: null,
};
