import { setTimeout as sleep } from "node:timers/promises";
import { type Message, message, paramsWith } from "@primacy/contract";
import type { WantedHost } from "@primacy/core/plan";
import type { DrainInput, SwitchoverInput, SwitchoverParty, SwitchoverStep } from "@primacy/core/switchover";
import { z } from "zod";
import { macsOf } from "../agent-document/inspect-members";
import { listWriteVips } from "../cluster-record/find-write-vip";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { Following } from "../observe/agent-observer";
import { namesOf, reasonOf } from "../observe/holding";
import { nowMs } from "../observe/now-ms";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { orderLimitMs } from "../replication/replication-adapter";
import { announceSwitchover } from "./announce-switchover";
import { drainVip, endDrain, holdDrain } from "./drain-vip";
import { type Move, unseenMove, watchMove } from "./watch-move";

/** After the group has its new primary, the move of the address is watched closely for so long. */
const lingerMs = 1_500;
const followLimitMs = 20_000;
/** The order waits no longer for the agents' first word. */
const beginLimitMs = 300;

const Party: z.ZodType<SwitchoverParty> = z.object({
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  address: z.string(),
  port: z.number().int(),
  hostId: z.string().nullable(),
});
const OrderInput: z.ZodType<SwitchoverInput> = z.object({ clusterId: z.string(), from: Party, to: Party });
const moved = {
  clusterId: z.string(),
  from: Party,
  to: Party,
  vipId: z.string(),
  address: z.string(),
};
const FollowInput = z.object(moved);
const DrainStepInput: z.ZodType<DrainInput> = z.object({
  ...moved,
  others: z.array(z.object({ vipId: z.string(), address: z.string() })).optional(),
  waitSeconds: z.number().int(),
  atLimit: z.enum(["switch", "stay"]),
});
type FollowInput = z.output<typeof FollowInput>;
const MoveOutput = z.object({
  isReleased: z.boolean(),
  releasedAtMs: z.number().nullable(),
  isHeld: z.boolean(),
  heldAtMs: z.number().nullable(),
});

/** What the order found out, for the step after it and for the result. */
export const OrderOutput = z.object({
  from: Party,
  to: Party,
  /** Null where another worker gave the order, or nobody had to: then no time can be counted from it. */
  orderedAtMs: z.number().nullable(),
  primaryAfterMs: z.number().nullable(),
  /** Of the first write VIP, and of any others by their addresses. */
  move: MoveOutput,
  otherMoves: z.record(z.string(), MoveOutput),
});

/** When the address followed, counted from the order; null where nobody saw it happen. */
export const FollowOutput = z.object({
  releasedAfterMs: z.number().nullable(),
  heldAfterMs: z.number().nullable(),
  answeredAfterMs: z.number().nullable(),
});
export type FollowOutput = z.output<typeof FollowOutput>;

/**
 * How the steps of a switchover are done. They are not taken back: the group serves with either primary. Nothing can take
 * the order back once it is given, so a cancel waits until it is known what came of it.
 */
export const switchoverExecutors: ExecutorMap<SwitchoverStep> = {
  "switchover.drain": defineStep<DrainInput>({
    input: DrainStepInput,
    // Its own limit ends it; this one is above the longest that can be asked for.
    timeoutMs: 3_600_000 + 60_000,
    undo: { kind: "nothing" },
    execute: drainVip,
  }),
  "switchover.order": defineStep<SwitchoverInput>({
    input: OrderInput,
    timeoutMs: orderLimitMs + 30_000,
    onCancel: "finishes",
    undo: { kind: "nothing" },
    execute: (context, input, signal) => orderPrimary(context, input, context.isCancelRequested, signal),
  }),
  "switchover.follow": defineStep<FollowInput>({
    input: FollowInput,
    timeoutMs: followLimitMs + 30_000,
    onCancel: "completes",
    undo: { kind: "nothing" },
    execute: followPrimary,
  }),
};

interface MovedHosts {
  readonly from: WantedHost | null;
  readonly to: WantedHost | null;
}

/**
 * Orders the group to have another primary, and watches the write VIPs meanwhile; does nothing where it is the primary already, or where
 * `isKeptBack` says so before the order is given (`skipped`). May be repeated.
 */
export async function orderPrimary(
  context: StepContext,
  input: SwitchoverInput,
  isKeptBack: () => boolean,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker, step } = context;
  const keptBack = { kind: "skipped", detail: message("step.cancelled") } as const;
  let drainEnds: Promise<void> | null = null;
  const watches: Following[] = [];
  const watching = new AbortController();
  try {
    if (step.attempt === 1 && isKeptBack()) return keptBack;
    const loaded = await loadCluster(worker.db, input.clusterId);
    const vips = listWriteVips(loaded.vips);
    const hosts = hostsOf(loaded, input);
    const moves = new Map<string, Move>(vips.map(({ address }) => [address, unseenMove]));
    // A later attempt may find the order given already: then nothing keeps it back any more.
    if (step.attempt === 1) await holdDrain(context, signal);
    if (vips.length > 0) {
      const limit = AbortSignal.any([signal, watching.signal]);
      for (const { address } of vips)
        watches.push(
          watchMove(worker, hosts, address, unseenMove, limit, (seen) => moves.set(address, seen)),
        );
      const begun = Promise.all(watches.map((watch) => watch.begun));
      // A change is dated only by who saw how things stood before it.
      await Promise.all([
        announceSwitchover(worker, [hosts.from, hosts.to], input.clusterId, signal),
        Promise.race([begun, sleep(beginLimitMs, undefined, { signal }).catch(() => undefined)]),
      ]);
    }
    const begunAtMs = nowMs();
    const outcome = await worker.replication[loaded.cluster.kind].orderSwitchover(worker, input, signal, {
      mayOrder: () => !isKeptBack(),
    });
    // While the move is watched: nothing waits for it.
    drainEnds = endDrain(context);
    if (outcome === "kept-back") return keptBack;
    // A worker that took this over does not know when the one before it gave the order, if it did.
    const isTimed = outcome === "ordered" && step.attempt === 1;
    const ms = Math.round(nowMs() - begunAtMs);
    const [orderedAtMs, primaryAfterMs] = isTimed ? [begunAtMs, ms] : [null, null];
    const ended = Promise.all(watches.map((watch) => watch.ended));
    await Promise.race([ended, sleep(lingerMs, undefined, { signal }).catch(() => undefined)]);
    return {
      kind: "done",
      detail: isTimed
        ? message("detail.primary", { member: input.to.name, ms })
        : message("detail.primary_untimed", { member: input.to.name }),
      output: { from: input.from, to: input.to, orderedAtMs, primaryAfterMs, ...describeMoves(moves) },
    };
  } finally {
    watching.abort();
    await Promise.all(watches.map((watch) => watch.ended));
    // Whatever came of the order.
    await (drainEnds ?? endDrain(context));
  }
}

function describeMoves(moves: ReadonlyMap<string, Move>): { move: Move; otherMoves: Record<string, Move> } {
  const [first, ...others] = moves;
  return { move: first?.[1] ?? unseenMove, otherMoves: Object.fromEntries(others) };
}

/** Proves that a write VIP is with the new primary, and answered from there. Throws `StepFailure` where it is not in time. */
export async function followPrimary(
  context: StepContext,
  input: FollowInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const [ordered] = await context.listOutputs("switchover.order", OrderOutput);
  const orderedAtMs = ordered?.output.orderedAtMs ?? null;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const hosts = hostsOf(loaded, input);
  const [first] = listWriteVips(loaded.vips);
  const seen =
    first === undefined || first.address === input.address
      ? ordered?.output.move
      : ordered?.output.otherMoves[input.address];
  let move: Move = seen ?? unseenMove;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(followLimitMs)]);
  await watchMove(worker, hosts, input.address, move, limit, (now) => {
    move = now;
  }).ended;
  signal.throwIfAborted();
  if (!move.isReleased || !move.isHeld) throw await notFollowed(worker, input, hosts, signal);
  const answeredAtMs = await awaitAnswer(worker, loaded, input, hosts, signal);
  // What this run did not watch from the start, it saw late: another worker's clock and pause are in between.
  const isTimed = orderedAtMs !== null && context.step.attempt === 1;
  const after = (atMs: number | null): number | null =>
    isTimed && atMs !== null && atMs >= orderedAtMs ? Math.round(atMs - orderedAtMs) : null;
  const [releasedMs, heldMs] = [after(move.releasedAtMs), after(move.heldAtMs)];
  const { address } = input;
  return {
    kind: "done",
    detail:
      releasedMs === null || heldMs === null
        ? message("detail.followed_untimed", { address })
        : message("detail.followed", { address, releasedMs, heldMs }),
    output: {
      releasedAfterMs: releasedMs,
      heldAfterMs: heldMs,
      answeredAfterMs: after(answeredAtMs),
    },
  };
}

/** When another host asked and got the new host's answer, and only that; null where there is no other host to ask. */
async function awaitAnswer(
  worker: WorkerContext,
  loaded: LoadedCluster,
  input: FollowInput,
  hosts: MovedHosts,
  signal: AbortSignal,
): Promise<number | null> {
  const endsAt = nowMs() + followLimitMs;
  const askers = loaded.wanted.hosts.filter((host) => host.hostId !== hosts.to?.hostId);
  const nics = loaded.vips.find((vip) => vip.id === input.vipId)?.nics ?? {};
  if (askers.length === 0) return null;
  const holding = await worker.observer.readHolding(
    hosts.to === null ? [] : [hosts.to],
    input.address,
    signal,
  );
  const own = new Set([
    ...(hosts.to?.macs ?? []),
    ...holding.words.flatMap((word) => macsOf(word.status.nics)),
  ]);
  for (;;) {
    // The answer comes within a moment of the question; what follows is the wait for a second one.
    const askedAtMs = nowMs();
    const words = await worker.observer.askWire(askers, { address: input.address, nics }, signal);
    const macs = words.flatMap((word) => word.macs);
    const isAsked = words.length > 0;
    if (isAsked && words.every((word) => word.macs.length > 0) && macs.every((mac) => own.has(mac)))
      return askedAtMs;
    if (nowMs() > endsAt && !isAsked) throw notAsked(input, askers);
    if (nowMs() > endsAt) {
      const told = { askers: namesOf(words), macs: [...new Set(macs)].join(", ") };
      const code = told.macs === "" ? "detail.wire_unanswered" : "detail.wire_answered";
      throw failure(input, message(code, told));
    }
    await sleep(100, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

async function notFollowed(
  worker: WorkerContext,
  input: FollowInput,
  hosts: MovedHosts,
  signal: AbortSignal,
): Promise<StepFailure> {
  const asked = [hosts.to, hosts.from].flatMap((host) => host ?? []);
  const holding = await worker.observer.readHolding(asked, input.address, signal);
  const { address } = input;
  const host = namesOf(holding.holders);
  return failure(input, host === "" ? reasonOf(holding) : message("detail.holder", { host, address }));
}

function failure({ to, address }: FollowInput, reason: Message): StepFailure {
  const params = { member: to.name, address, seconds: followLimitMs / 1000 };
  return new StepFailure("failure.switchover_vip", { params: paramsWith(params, { reason }) });
}

function notAsked(input: FollowInput, askers: readonly WantedHost[]): StepFailure {
  const hosts = askers.map((host) => host.name).join(", ");
  const params = { member: input.to.name, address: input.address, seconds: followLimitMs / 1000, hosts };
  return new StepFailure("failure.switchover_not_asked", { params });
}

function hostsOf({ wanted }: LoadedCluster, input: SwitchoverInput): MovedHosts {
  const find = (hostId: string | null): WantedHost | null =>
    wanted.hosts.find((host) => host.hostId === hostId) ?? null;
  return { from: find(input.from.hostId), to: find(input.to.hostId) };
}
