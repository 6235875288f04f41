import type { HoldInterval } from "./hold-history";
import { type Span, subtractSpans } from "./span";
import { vipLimits } from "./vip-limits";

/** When a write was sent and when it was acknowledged, and by which host. CLOCK_MONOTONIC in ms. */
export interface HostAck {
  readonly host: string;
  readonly startedMs: number;
  readonly atMs: number;
}

/** From a host's first acknowledged write to its last one before another host's: it was the primary, healthy or not. */
export interface PrimaryInterval extends Span {
  readonly host: string;
  /** Every acknowledgement in it, in order. */
  readonly acks: readonly HostAck[];
}

/** A stretch in which a tenure's host was without the address, or its clients without an answer. */
export interface Outage extends Span {
  /** From when the group had answered a client that needs no address what that sent meanwhile. */
  readonly groupMs: number;
  /** From there to the end, without the pauses in which the group itself answered nobody. */
  readonly addedMs: number;
}

/** Back for less than this is not back: the outage goes on, that of the address as that of the group. */
const settledMs = 1_500;
/** Two clients are never answered at the same instant: less than this is no outage. */
const leastMs = 100;
/** A direct write that was sent so long after another write tells how long the group took for both; a later one does not. */
const alikeMs = 500;

/** Who was primary when, as a client was told that knows all servers and not the address. A pause ends no tenure. */
export function listPrimaryIntervals(acks: readonly HostAck[]): PrimaryInterval[] {
  const tenures: { host: string; acks: HostAck[] }[] = [];
  for (const ack of [...acks].sort((a, b) => a.atMs - b.atMs)) {
    const last = tenures.at(-1);
    if (last?.host === ack.host) last.acks.push(ack);
    else tenures.push({ host: ack.host, acks: [ack] });
  }
  return tenures.map(({ host, acks }) => ({
    host,
    acks,
    fromMs: acks[0]?.atMs ?? 0,
    toMs: acks.at(-1)?.atMs ?? 0,
  }));
}

/**
 * The parts of a tenure in which the group answered nobody for longer than an agent waits: it had no healthy primary. Who was
 * kept waiting for longer than that himself was not answered by a healthy one either.
 */
export function listPauses({ acks }: PrimaryInterval): Span[] {
  const prompt = acks.filter(
    ({ startedMs, atMs }, index) => index === 0 || atMs - startedMs <= vipLimits.silenceMs,
  );
  return prompt.flatMap(({ atMs: toMs }, index) => {
    const fromMs = prompt[index - 1]?.atMs;
    return fromMs !== undefined && toMs - fromMs > vipLimits.silenceMs ? [{ fromMs, toMs }] : [];
  });
}

/**
 * The pauses in which no clock runs. A group that answers nobody again within 1.5 s of such a pause, for longer than a proof
 * may be old, was not back in between: a member that joins or is reached again makes it answer in bursts. What comes later is
 * no excuse, however slow the group is.
 */
export function listStandstills(interval: PrimaryInterval): Span[] {
  return listPauses(interval).map(({ fromMs, toMs }) => {
    const end = interval.acks.reduce((untilMs, { atMs }, index) => {
      const sinceMs = interval.acks[index - 1]?.atMs ?? atMs;
      const isSame = sinceMs >= toMs && sinceMs < toMs + settledMs && atMs - sinceMs > vipLimits.proveMs;
      return isSame ? Math.min(atMs, toMs + settledMs) : untilMs;
    }, toMs);
    return { fromMs, toMs: end };
  });
}

/**
 * The outages of a tenure from `sinceMs` on, where `present` is when all was well. What the VIP adds is counted against the
 * group itself over the whole outage: the clock starts when the group answers, stands still while it answers nobody, and
 * never begins anew before all was well for 1.5 s.
 */
export function listOutages(
  interval: PrimaryInterval,
  present: readonly HoldInterval[],
  sinceMs: number,
): Outage[] {
  const own = present
    .filter(({ host }) => host === interval.host)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }));
  const outages: Outage[] = [];
  for (const span of subtractSpans(interval, own)) {
    const found = measureOutage(interval, span, sinceMs);
    if (found === null || found.addedMs < leastMs) continue;
    const last = outages.at(-1);
    const isSame = last !== undefined && found.fromMs - last.toMs < settledMs;
    const whole = isSame ? measureOutage(interval, { fromMs: last.fromMs, toMs: found.toMs }, sinceMs) : null;
    if (whole === null) outages.push(found);
    else outages[outages.length - 1] = whole;
  }
  return outages;
}

/**
 * When the clients' writes were acknowledged without a pause above `gapMs`, by host. A pause in which nobody sent anything,
 * as `startsMs` tells, is none: clients that the machine does not let run say nothing of the way to the server. A flow begins
 * when the way was open, as the `direct` writes tell (`findOpenMs`), and ends with its last acknowledgement.
 */
export function listFlows(
  acks: readonly HostAck[],
  startsMs: readonly number[],
  gapMs: number,
  direct: readonly HostAck[],
): HoldInterval[] {
  const isAsleep = (fromMs: number, toMs: number): boolean =>
    !startsMs.some((startMs) => startMs > fromMs && startMs < toMs - gapMs);
  const flows: { host: string; fromMs: number; toMs: number }[] = [];
  for (const { host, startedMs, atMs } of [...acks].sort((a, b) => a.atMs - b.atMs)) {
    const last = flows.at(-1);
    const isSame = last?.host === host;
    if (isSame && (atMs - last.toMs <= gapMs || isAsleep(last.toMs, atMs))) last.toMs = atMs;
    else flows.push({ host, fromMs: findOpenMs({ host, startedMs, atMs }, direct), toMs: atMs });
  }
  return flows;
}

/**
 * From when on the way to a server was open, as an acknowledged write over it tells: from when it was sent, and later by as
 * much as it was answered after a direct write to the same server that was sent no earlier. What the group itself takes for a
 * write, a second and more while a member is silent, is not the way's. Without such a write it is when it was answered.
 */
export function findOpenMs({ host, startedMs, atMs }: HostAck, direct: readonly HostAck[]): number {
  const answers = direct
    .filter((one) => one.host === host && one.startedMs >= startedMs && one.startedMs <= startedMs + alikeMs)
    .map((one) => one.atMs);
  return answers.length === 0 ? atMs : startedMs + Math.max(0, atMs - Math.min(...answers));
}

function measureOutage(interval: PrimaryInterval, { fromMs, toMs }: Span, sinceMs: number): Outage | null {
  // A write that was sent before may still have been answered while the group, too, took nothing more.
  const isAnswer = ({ startedMs, atMs }: HostAck): boolean =>
    atMs >= sinceMs && atMs >= fromMs && (startedMs >= fromMs || atMs === interval.fromMs);
  const groupMs = interval.acks.find(isAnswer)?.atMs;
  if (groupMs === undefined || groupMs >= toMs) return null;
  const running = subtractSpans({ fromMs: groupMs, toMs }, listStandstills(interval));
  const addedMs = running.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  return { fromMs, toMs, groupMs, addedMs };
}
