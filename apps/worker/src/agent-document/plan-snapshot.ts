import { problemDetail, type Refusal, refuse, type Vip } from "@primacy/contract";
import {
  findCommonAddresses,
  findDifferences,
  findOverruled,
  findUnknownPeers,
  type HeldDocument,
  type VipPlanSnapshot,
  whatIsTakenOver,
  withVip,
} from "@primacy/core/plan";
import { type LoadedCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { hashText } from "../observe/held-document";
import type { OperationContext } from "../operation/operation-context";
import type { OwnReason } from "../vip/refuse-checks";
import { namePeers } from "./reconcile-agents";

/** What every agent of a cluster holds, by its own word just now: asked once for all that is planned from it. */
export function askAgents(
  worker: WorkerContext,
  { wanted }: LoadedCluster,
  signal: AbortSignal,
): Promise<readonly HeldDocument[]> {
  return Promise.all(wanted.hosts.map((host) => worker.observer.readHeld(targetOf(host), signal)));
}

/** What a plan on VIPs is made from: the stored cluster, and what its agents hold. */
export async function snapshotForPlan(
  worker: WorkerContext,
  loaded: LoadedCluster,
  held: readonly HeldDocument[],
): Promise<VipPlanSnapshot> {
  const { wanted } = loaded;
  const epochs = held.flatMap((one) => (one.clusterId === wanted.clusterId ? (one.epoch ?? []) : []));
  const differences = findDifferences(wanted, held, hashText);
  const picture = await worker.db.topologies.find(wanted.clusterId);
  const primary = loaded.cluster.members.find((member) => member.id === picture?.topology.primaryMemberId);
  return {
    wanted,
    primaryName: primary?.hostName ?? primary?.address ?? "-",
    heldEpoch: epochs.length === 0 ? null : Math.max(...epochs),
    differences,
    heldAddresses: differences.length === 0 ? {} : findCommonAddresses(wanted, held),
  };
}

/** Says in the log of an operation, which may be ordered without a look at its plan, what it takes over. */
export async function logTakenOver(
  { log }: Pick<OperationContext, "log">,
  snapshot: VipPlanSnapshot,
): Promise<void> {
  for (const text of whatIsTakenOver(snapshot)) await log("warning", text);
}

/**
 * What forbids an operation that makes `next` of a VIP where this console was restored from an older database:
 * the agents know hosts that it does not, or hold the VIP otherwise than it would be afterwards. Empty where nothing does.
 */
export async function listRestoredReasons(
  worker: WorkerContext,
  { wanted }: LoadedCluster,
  held: readonly HeldDocument[],
  next: Vip,
): Promise<readonly OwnReason[]> {
  const unknown = findUnknownPeers(wanted, held);
  const overruled = findOverruled(wanted, withVip(wanted, next), held, hashText);
  const details = [
    ...(unknown.length === 0
      ? []
      : [problemDetail("", "unknown_peers", { hosts: await namePeers(worker, unknown) })]),
    ...(overruled.length === 0
      ? []
      : [
          problemDetail("", "agents_differ"),
          ...overruled.map((one) => ({ path: "", code: one.code, message: one })),
        ]),
  ];
  return details.map((detail) => ({ code: "conflict", params: {}, detail }));
}

/** The refusal with all of these reasons; null where there is none. */
export function refuseFor(reasons: readonly OwnReason[]): Refusal | null {
  const [first] = reasons;
  if (first === undefined) return null;
  return refuse(
    first.code,
    reasons.map((one) => one.detail),
    first.params,
  );
}
