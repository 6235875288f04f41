import { type BenchmarkInput, restartsServers } from "@primacy/core/benchmark";
import type { SwitchoverParty } from "@primacy/core/switchover";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { StepContext } from "../../operation/executor";
import { findExplainedFailure, StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { restartServer } from "../../restart-steps/restart-server";
import { toParty } from "../../switchover-steps/find-switchover";
import { type GroupNow, readGroup } from "../group-state";
import { switchPrimary } from "./switch-primary";

/** A server that does not come back for so long needs a person. */
const limitSeconds = 120;
/**
 * An order that was given right before the end shows only a moment later: a server that is to restart leaves its group within seconds. So
 * often in a row, once a second, the group has to be as it was.
 */
const calmLooks = 10;
const calmLimits = { everyMs: 1_000, limitMs: 600_000 };

/**
 * After a benchmark that ended in the midst of its restarts: waits for the servers that are on their way, lets them join, and makes the
 * primary who it was. Does nothing where no server was about to be restarted. Throws `StepFailure`, which names the members that did not
 * come back.
 */
export async function mendGroup(
  context: StepContext,
  input: BenchmarkInput,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  if (!restartsServers(input.fields.hygiene)) return;
  const runs = await worker.db.benchmarks.listRuns(input.benchmarkId);
  // The run that was being prepared is neither started nor over, or was voided with its block.
  if (runs.every(({ preparation, startedAt }) => preparation === undefined || startedAt !== null)) return;
  const { cluster } = await loadCluster(worker.db, input.clusterId);
  const parties = cluster.members.map(toParty);
  const absent = new Set<string>();
  let calm = 0;
  const isMended = await poll({ ...calmLimits, signal }, async () => {
    const now = await readGroup(context, input, signal);
    const lost = now.lost.filter((name) => !absent.has(name));
    const isCalm = lost.length === 0 && isPrimaryBack(input, now, parties);
    calm = isCalm ? calm + 1 : 0;
    if (isCalm) return calm >= calmLooks ? true : null;
    for (const party of parties.filter(({ name }) => lost.includes(name)))
      if (!(await awaitBack(context, input, party, signal))) absent.add(party.name);
    await returnPrimary(context, input, parties, signal);
    return null;
  });
  const left = isMended === null ? [...absent, input.primary.name] : [...absent];
  if (left.length === 0) return;
  throw new StepFailure("failure.benchmark_not_whole", {
    params: { members: [...new Set(left)].join(", ") },
  });
}

/** True also where it cannot be: its server is away. */
function isPrimaryBack(
  { primary }: BenchmarkInput,
  now: GroupNow,
  parties: readonly SwitchoverParty[],
): boolean {
  const before = parties.find(({ serverUuid }) => serverUuid === primary.serverUuid);
  if (now.primary === null) return false;
  return (
    now.primary.serverUuid === primary.serverUuid || before === undefined || now.lost.includes(before.name)
  );
}

/** Waits until a server that was ordered to restart is ONLINE; false where it is not in time. */
async function awaitBack(
  context: StepContext,
  { clusterId, user }: BenchmarkInput,
  { memberId, serverUuid, name, hostId }: SwitchoverParty,
  signal: AbortSignal,
): Promise<boolean> {
  const back = { clusterId, memberId, serverUuid, name, hostId, user, limitSeconds };
  try {
    await restartServer(context, back, { isFirst: false, mayOrder: false }, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const failure = findExplainedFailure(error);
    if (failure === null) throw error;
    await context.log("error", failure.explanation);
    return false;
  }
}

async function returnPrimary(
  context: StepContext,
  input: BenchmarkInput,
  parties: readonly SwitchoverParty[],
  signal: AbortSignal,
): Promise<void> {
  const now = await readGroup(context, input, signal);
  const from = parties.find(({ serverUuid }) => serverUuid === now.primary?.serverUuid);
  const to = parties.find(({ serverUuid }) => serverUuid === input.primary.serverUuid);
  if (from === undefined || to === undefined || from === to || now.lost.includes(to.name)) return;
  // The benchmark has ended: that it is being cancelled keeps this order back no more.
  await switchPrimary(context, { clusterId: input.clusterId, from, to }, signal, () => false);
}
