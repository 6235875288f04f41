import {
  type Message,
  message,
  messageWith,
  paramsWith,
  quote,
  type SwitchoverResult,
} from "@primacy/contract";
import type { DrainState } from "@primacy/contract/agent";
import type { DrainInput, DrainSight } from "@primacy/core/switchover";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { type LoadedCluster, loadCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";
import type { StepContext, StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { poll } from "../operation/poll";

const everyMs = 500;
/** What is told stands in the database: as often as people read it, or when it changes. */
const tellEveryMs = 2_000;
/** Without a word from this worker new connections get in again after so long: it may die. */
const leaseMs = 5_000;
/** The order to the group follows, which may wait for open transactions. */
const handoverMs = 30_000;
const callTimeoutMs = 2_000;

/** How a drain ended, for the steps after it and the result. */
export const DrainOutput = z.object({
  hostId: z.string().nullable(),
  host: z.string(),
  vipId: z.string(),
  address: z.string(),
  /** The cluster's other write VIPs, drained with it. */
  others: z.array(z.object({ vipId: z.string(), address: z.string() })),
  waitSeconds: z.number().int(),
  atLimit: z.enum(["switch", "stay"]),
  tookMs: z.number(),
  before: z.number().int(),
  left: z.number().int(),
  /** By the worker's own clock: after it nothing is left to end. */
  lastsUntilMs: z.number(),
});
type DrainOutput = z.output<typeof DrainOutput>;

/**
 * Asks the agent beside the primary whether it could drain the write VIPs, and how many connections are open; null where the host is
 * not known. Changes nothing. Throws `AgentFailure`.
 */
export async function observeDrain(
  worker: WorkerContext,
  loaded: LoadedCluster,
  place: { readonly hostId: string | null; readonly vipIds: readonly string[] },
  signal: AbortSignal,
): Promise<DrainSight | null> {
  const host = loaded.wanted.hosts.find((one) => one.hostId === place.hostId);
  if (host === undefined) return null;
  await greetAgent(worker, targetOf(host), signal);
  const { hostId } = place;
  const states = await Promise.all(
    place.vipIds.map((vipId) => ask(worker, loaded, { hostId, vipId }, null, signal)),
  );
  return { kind: "told", state: summarize(states) };
}

/**
 * Refuses new connections through the address and waits until none is open, twice in a row: one that was being accepted when
 * they were refused is counted only a moment later. Returns with new ones refused until the order to the group is given,
 * which {@link endDrain} ends; where this fails or is stopped they are let in again. What fails for a moment is asked again
 * for as long as the drain lasts without it.
 */
export async function drainVip(
  context: StepContext,
  input: DrainInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { address, others = [], waitSeconds, atLimit } = input;
  const loaded = await loadCluster(context.worker.db, input.clusterId);
  const { hostId, name: host } = input.from;
  const place = { hostId, host, vipId: input.vipId, address, others: [...others] };
  const hold = (forMs: number): Promise<number> => refuseNew(context.worker, loaded, place, forMs, signal);
  const begunAtMs = performance.now();
  try {
    const before = await hold(leaseMs);
    let left = before;
    let told = { left: -1, atMs: Number.NEGATIVE_INFINITY };
    await poll({ everyMs, limitMs: waitSeconds * 1_000, signal }, async () => {
      const last = left;
      left = await hold(leaseMs);
      const nowMs = performance.now();
      if (left !== told.left || nowMs - told.atMs >= tellEveryMs) {
        const leftMs = Math.max(0, Math.round(begunAtMs + waitSeconds * 1_000 - nowMs));
        await context.report(message("detail.draining", { open: left, leftMs }));
        told = { left, atMs: nowMs };
      }
      return last === 0 && left === 0 ? true : null;
    });
    left = await hold(handoverMs);
    if (left > 0 && atLimit === "stay") throw stillOpen(place, waitSeconds, left);
    const tookMs = Math.round(performance.now() - begunAtMs);
    const output: DrainOutput = {
      ...place,
      waitSeconds,
      atLimit,
      tookMs,
      before,
      left,
      lastsUntilMs: Date.now() + handoverMs,
    };
    return { kind: "done", detail: describe(before, left, tookMs), output };
  } catch (error) {
    await letIn(context, loaded, place, leaseMs);
    throw error;
  }
}

/**
 * Keeps new connections out until the group has been ordered, where this operation has drained the address. Time may have
 * passed since, in which they got in: with `stay` they keep the order from being given. Throws `StepFailure`.
 */
export async function holdDrain(context: OperationContext, signal: AbortSignal): Promise<void> {
  const drained = await readDrain(context);
  const { clusterId } = context.operation;
  if (drained === null || clusterId === null) return;
  const loaded = await loadCluster(context.worker.db, clusterId);
  try {
    const left = await refuseNew(context.worker, loaded, drained, handoverMs, signal);
    if (left > 0 && drained.atLimit === "stay") throw stillOpen(drained, drained.waitSeconds, left);
  } catch (error) {
    signal.throwIfAborted();
    if (drained.atLimit === "stay") throw error;
  }
}

/** Lets new connections in again where they were kept out for the order to the group. Never throws; may be repeated. */
export async function endDrain(context: OperationContext): Promise<void> {
  try {
    const drained = await readDrain(context);
    const { clusterId } = context.operation;
    if (drained === null || clusterId === null || Date.now() > drained.lastsUntilMs) return;
    await letIn(context, await loadCluster(context.worker.db, clusterId), drained, handoverMs);
  } catch (error) {
    // It ends by itself; what the operation came to must not depend on this.
    context.worker.log.warn({ operationId: context.operation.id, err: error }, "a drain was not ended");
  }
}

/** How the drain of an operation went; undefined where there was none. */
export async function findDrain(context: OperationContext): Promise<SwitchoverResult["drain"]> {
  const drained = await readDrain(context);
  if (drained === null) return undefined;
  const { tookMs, before, left } = drained;
  return { tookMs, before, left };
}

async function readDrain(context: OperationContext): Promise<DrainOutput | null> {
  const [drained] = await context.listOutputs("switchover.drain", DrainOutput);
  return drained?.output ?? null;
}

/** Where an address is drained. */
interface DrainPlace {
  readonly hostId: string | null;
  readonly host: string;
  readonly vipId: string;
  readonly address: string;
  readonly others: readonly { readonly vipId: string; readonly address: string }[];
}

/**
 * Tells the agent, which has to hold the address; returns how many connections are open. Asks again for as long as what was
 * said last keeps new ones out: an agent that is upgraded hands the address over, and a call may get lost. Throws what
 * explains why not.
 */
async function refuseNew(
  worker: WorkerContext,
  loaded: LoadedCluster,
  place: DrainPlace,
  forMs: number,
  signal: AbortSignal,
): Promise<number> {
  let failure: unknown = null;
  const limitMs = leaseMs - callTimeoutMs;
  const connections = await poll({ everyMs, limitMs, signal }, async () => {
    try {
      const counts = await Promise.all(
        vipsOf(place).map(async (vip) =>
          count({ ...place, ...vip }, await ask(worker, loaded, { ...place, ...vip }, forMs, signal)),
        ),
      );
      return counts.reduce((sum, one) => sum + one, 0);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
      return null;
    }
  });
  if (connections === null) throw failure;
  return connections;
}

function vipsOf({ vipId, address, others }: DrainPlace): DrainPlace["others"] {
  return [{ vipId, address }, ...others];
}

/** What stands against draining any of them stands against all; else how many connections they have together. */
function summarize(states: readonly DrainState[]): DrainState {
  const [first = { state: "not_held", connections: null, detail: null } as const] = states;
  const against = states.find(({ state, connections }) => !drainable.includes(state) || connections === null);
  const connections = states.reduce((sum, one) => sum + (one.connections ?? 0), 0);
  return against ?? { ...first, connections };
}

const drainable: readonly DrainState["state"][] = ["open", "draining"];

function count(
  { host, address }: Pick<DrainPlace, "host" | "address">,
  { state, connections, detail }: DrainState,
): number {
  if (state === "not_held") throw new StepFailure("failure.drain_not_held", { params: { host, address } });
  if (state === "draining" && connections !== null) return connections;
  throw new StepFailure("failure.drain_no_gate", {
    params: paramsWith({ host }, { reason: detail ?? quote("-") }),
  });
}

async function ask(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { hostId, vipId }: Pick<DrainPlace, "hostId" | "vipId">,
  forMs: number | null,
  signal: AbortSignal,
): Promise<DrainState> {
  const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) return { state: "not_held", connections: null, detail: null };
  const client = worker.agents.clientFor(targetOf(host));
  return await client.call("drain", { vipId, forMs }, { signal, timeoutMs: callTimeoutMs });
}

/** Whatever stopped the drain must not stop this; where the agent does not do it, its kernel's own timer ends the drain. */
async function letIn(
  context: Pick<OperationContext, "worker" | "log">,
  loaded: LoadedCluster,
  place: DrainPlace,
  atMostMs: number,
): Promise<void> {
  const lasts = (reason: Message): Promise<void> => {
    const params = { host: place.host, seconds: atMostMs / 1_000 };
    return context.log("warning", messageWith("log.drain_lasts", params, { reason })).catch(() => undefined);
  };
  try {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const states = await Promise.all(
      vipsOf(place).map((vip) => ask(context.worker, loaded, { ...place, ...vip }, 0, signal)),
    );
    const detail = states.find((state) => state.detail !== null)?.detail ?? null;
    if (detail !== null) await lasts(detail);
  } catch (error) {
    await lasts(error instanceof AgentFailure ? error.explanation : quote(String(error)));
  }
}

function stillOpen(place: DrainPlace, waitSeconds: number, left: number): StepFailure {
  const addresses = vipsOf(place)
    .map((vip) => vip.address)
    .join(", ");
  return new StepFailure("failure.drain_open", { params: { addresses, waitSeconds, left } });
}

function describe(before: number, left: number, ms: number): ReturnType<typeof message> {
  if (left > 0) return message("detail.drained_left", { before, left, ms });
  return before === 0 ? message("detail.drained_none") : message("detail.drained", { before, ms });
}
