import { type MigrationRequestTo, type Refusal, refuse } from "@primacy/contract";
import {
  checkToKeepalived,
  type MigratedHost,
  type ParkedHost,
  planToKeepalived,
  readKeepalived,
  unparkText,
} from "@primacy/core/proxy";
import type { StoredMigration } from "@primacy/db";
import {
  askAgents,
  listRestoredReasons,
  refuseFor,
  snapshotForPlan,
} from "../../agent-document/plan-snapshot";
import { findPrimaryMember, nameOfMember } from "../../endpoint/look-through";
import { findProvider } from "../../vip-provider/find-provider";
import { hashText } from "../haproxy/operator-acts";
import type { CheckedMigration } from "./checked-migration";
import { type MigrationTask, observeKeepalived } from "./observe-keepalived";

/** Looks at the hosts, judges, and plans the way back to Keepalived. Changes nothing. */
export async function checkWayToKeepalived(
  task: MigrationTask,
  { address }: MigrationRequestTo<"keepalived">,
  signal: AbortSignal,
): Promise<CheckedMigration | Refusal> {
  const { worker, loaded } = task;
  const { id: clusterId } = loaded.cluster;
  const record = await worker.db.migrations.findByAddress(address);
  if (record === null || record.clusterId !== clusterId)
    return refuse("not_found", [], { what: "migration" });
  const vip = loaded.vips.find((one) => one.address === address) ?? null;
  const provider = findProvider(worker, vip?.provider ?? "agent");
  const primary = await findPrimaryMember(worker, clusterId, signal);
  const hosts = await Promise.all(record.hosts.map((host) => observeParked(task, address, host, signal)));
  const held = await askAgents(worker, loaded, signal);
  const own = vip === null ? [] : await listRestoredReasons(worker, loaded, held, { ...vip, enabled: false });
  const seen = primary === null ? null : { name: nameOfMember(primary), port: primary.port };
  return {
    report: checkToKeepalived({ address, hosts, primary: seen }),
    refusal: refuseFor(own),
    async plan() {
      const inOrder = primaryFirst(record.hosts, primary?.hostId ?? null);
      return planToKeepalived({
        migrationId: task.operationId,
        recordId: record.id,
        clusterId,
        address,
        port: record.port,
        hosts: inOrder,
        advertSeconds: Math.max(1, ...hosts.map((host) => advertSecondsOf(host, address))),
        removal: vip === null ? null : provider.planRemove(await snapshotForPlan(worker, loaded, held), vip),
      });
    },
  };
}

async function observeParked(
  task: MigrationTask,
  address: string,
  { hostId, name, sha256 }: StoredMigration["hosts"][number],
  signal: AbortSignal,
): Promise<ParkedHost> {
  const host = await task.worker.db.hosts.find(hostId);
  if (host === null) return { hostId, name, operator: null, keepalived: null, sha256, parkedSha256: null };
  const { operator, keepalived } = await observeKeepalived(task, host, signal);
  const text = keepalived?.kind === "read" ? keepalived.text : null;
  const before = text === null ? null : unparkText(address, text);
  return {
    hostId,
    name,
    operator,
    keepalived,
    sha256,
    parkedSha256: before === null ? null : hashText(before),
  };
}

/** Where the primary is, Keepalived starts first: it has the address before any other could take it. */
function primaryFirst(hosts: readonly MigratedHost[], primaryHostId: string | null): readonly MigratedHost[] {
  return [
    ...hosts.filter(({ hostId }) => hostId === primaryHostId),
    ...hosts.filter(({ hostId }) => hostId !== primaryHostId),
  ];
}

function advertSecondsOf({ keepalived }: ParkedHost, address: string): number {
  const text = keepalived?.kind === "read" ? keepalived.text : null;
  const before = text === null ? null : unparkText(address, text);
  const verdict = readKeepalived(before, address);
  return verdict.kind === "sole" ? verdict.advertSeconds : 1;
}
