import { message } from "@primacy/contract";
import type { BenchmarkInput } from "@primacy/core/benchmark";
import { getAccount, serversOf } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { findExplainedFailure, StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

/** How long a run waits for members that are lost, and for a group that has no primary. */
const patience = { everyMs: 2_000, limitMs: 120_000 };

type Asked = Pick<BenchmarkInput, "clusterId" | "primary" | "online">;

/** The group beside what it was when the benchmark began. */
export interface GroupNow {
  /** Null: there is none, or none that can be asked. */
  readonly primary: { readonly serverUuid: string; readonly name: string } | null;
  /** Members that were ONLINE and are not, by name; where nobody could be asked, none is known to be. */
  readonly lost: readonly string[];
}

/** Asks the group once. Throws the reason of the signal. */
export async function readGroup(
  { worker }: Pick<StepContext, "worker">,
  { clusterId, online }: Asked,
  signal: AbortSignal,
): Promise<GroupNow> {
  const cluster = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const nameOf = (serverUuid: string): string => {
    const member = cluster.members.find((one) => one.serverUuid === serverUuid);
    return member?.hostName ?? member?.address ?? serverUuid;
  };
  try {
    const adapter = worker.replication[cluster.kind];
    const servers = serversOf(cluster);
    const { connection, reading } = await adapter.findPrimary(servers, account, cluster.name, signal);
    connection.close();
    const { serverUuid, view } = reading;
    const isOnline = (wanted: string): boolean =>
      view.members.some((one) => one.serverUuid === wanted && one.state === "ONLINE");
    return {
      primary: { serverUuid, name: nameOf(serverUuid) },
      lost: online.filter((one) => !isOnline(one)).map(nameOf),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return { primary: null, lost: [] };
  }
}

/**
 * Waits until the group is as it was when the benchmark began: what runs under another primary, or with fewer members, cannot be compared. Throws
 * `StepFailure` `benchmark_primary_moved` at once, and after two minutes where the group has no primary or lacks a member.
 */
export async function requireGroup(context: StepContext, input: Asked, signal: AbortSignal): Promise<void> {
  const { primary: before } = input;
  let last: GroupNow = { primary: null, lost: [] };
  const isWhole = await poll({ ...patience, signal }, async () => {
    last = await readGroup(context, input, signal);
    const { primary, lost } = last;
    if (primary !== null && primary.serverUuid !== before.serverUuid) throw moved(before.name, primary.name);
    if (primary !== null && lost.length === 0) return true;
    await context.report(
      primary === null
        ? message("detail.benchmark_no_primary")
        : message("detail.benchmark_members_lost", { members: lost.join(", ") }),
    );
    return null;
  });
  if (isWhole) return;
  if (last.primary === null) throw moved(before.name, "-");
  const params = { members: last.lost.join(", "), limitMs: patience.limitMs };
  throw new StepFailure("failure.benchmark_members_lost", { params });
}

function moved(before: string, after: string): StepFailure {
  return new StepFailure("failure.benchmark_primary_moved", { params: { before, after } });
}
