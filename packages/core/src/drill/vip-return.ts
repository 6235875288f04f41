import { type Message, message, type ReleaseProof } from "@primacy/contract";
import type { HoldInterval } from "./hold-history";
import { listOutages, type Outage, type PrimaryInterval } from "./primary-intervals";
import { type Span, subtractSpans, sumSpans } from "./span";
import { vipLimits } from "./vip-limits";

/** One taking of the address, as the agent of the host tells of it. */
export interface Acquisition {
  readonly host: string;
  /** CLOCK_MONOTONIC in ms. */
  readonly atMs: number;
  /** What proved that the others had let go, one per other host; empty where it was adopted. */
  readonly proofs: readonly ReleaseProof[];
}

/** What a fault takes from the agent of its target or from the wire, which decides how long the address may be away. */
export type FaultLoss =
  /** Nothing, or what its supervisor gives back at once: the address follows the group's own election. */
  | "nothing"
  /** The target's agent is killed in the midst of an act, and its supervisor gives it back at once. */
  | "agent-for-a-moment"
  /** The target's agent hangs until its supervisor notices. */
  | "hung-agent"
  /** The target has no agent until the fault is healed. */
  | "agent-until-heal"
  /** No agent of the target can ask the group until the fault is healed. */
  | "evidence-until-heal"
  /** Somebody else answers for the address until the fault is healed. */
  | "wire-until-heal";

/** What a fault was, as far as it decides how long the address may be away. */
export interface PlannedCourse {
  /** Host on whose agent it acted. */
  readonly target: string;
  readonly loses: FaultLoss;
  readonly mayNeedTime: boolean;
  /** When it was injected, when its healing began, and when it had been healed, CLOCK_MONOTONIC in ms. */
  readonly actedMs: number;
  /** When it struck the target, which is later than `actedMs` where it does so in the midst of something else. */
  readonly struckMs: number;
  readonly healingMs: number;
  readonly healedMs: number;
}

/** The same with what the servers logged of its target. */
export interface FaultCourse extends PlannedCourse {
  /** When the group removed the target's member, CLOCK_MONOTONIC in ms. */
  readonly removedMs: readonly number[];
}

/** What the agents told of themselves; it only decides which limit holds. */
export interface AgentWord {
  readonly acquisitions: readonly Acquisition[];
  /** Hosts whose agent found a stranger, and when, also before the fault. */
  readonly conflicts: readonly { readonly host: string; readonly atMs: number }[];
}

/** Whether all came back to where it belonged in time. */
export interface ReturnVerdict {
  /** The most that the VIP added to the group's own outage. */
  readonly worstMs: number;
  /** One for each time that it added too much. */
  readonly late: readonly Message[];
  /** When each of these was, from a second before it counted, CLOCK_MONOTONIC in ms. */
  readonly lateSpans: readonly Span[];
}

/** Between the kernel's event and the agent's own note of it. */
const noteMs = 500;
/** Whoever looks for a reason finds it in what was tried just before. */
const leadMs = 1_000;
/** A kill while the address moves is drawn within 0.4 s of the act; what it waits for beyond is no excuse. */
const killMs = 500;
/** Within this the servers of a group log that it removed a member. */
const togetherMs = 500;

/**
 * Judges every outage after the fault, of the address itself or of the clients that write through it: 1 s from when the
 * group answers, from when it removed who had to be proven silent (R2), which nobody can be before, or from when the agent
 * of the host was killed while the address moved there; W more where an agent
 * was silent and time alone proved; from the heal where a stranger, or the want of an agent or of what it asks, kept it away,
 * and 10 s more where strangers kept coming.
 * `what` was out: the address itself, or the clients' writes through it.
 */
export function judgeReturn(
  what: "address" | "writes",
  tenures: readonly PrimaryInterval[],
  present: readonly HoldInterval[],
  word: AgentWord,
  course: FaultCourse,
): ReturnVerdict {
  let worstMs = 0;
  const late: Message[] = [];
  const lateSpans: Span[] = [];
  for (const interval of tenures) {
    for (const seen of listOutages(interval, present, excusedUntil(interval.host, course))) {
      if (seen.toMs <= course.actedMs) continue;
      const outage = countFromRemoval(seen, interval, present, word, course);
      const limitMs = limitOf(interval.host, outage, word, course);
      worstMs = Math.max(worstMs, outage.addedMs);
      if (outage.addedMs <= limitMs) continue;
      late.push(
        message(`drill.${what}_away`, {
          host: interval.host,
          awayMs: Math.round(outage.addedMs),
          fromMs: Math.round(outage.groupMs - course.actedMs),
          toMs: Math.round(outage.toMs - course.actedMs),
          limitMs,
        }),
      );
      // Not from its begin: what was excused before it counted may have lasted for long.
      lateSpans.push({ fromMs: outage.groupMs - leadMs, toMs: outage.toMs });
    }
  }
  return { worstMs, late, lateSpans };
}

/**
 * Where a fault leaves nobody who could take the address away (neither agent nor supervisor), the kernel does so when the
 * lease ends; where an agent hangs, its supervisor or the kernel has done so by then. Returns what was instead, or null.
 */
export function findUnboundHold(holds: readonly HoldInterval[], course: FaultCourse): Message | null {
  const { loses, target, actedMs, healedMs } = course;
  if (loses !== "agent-until-heal" && loses !== "hung-agent") return null;
  const leaseEnd = actedMs + vipLimits.leaseEndMs;
  const after = { fromMs: leaseEnd, toMs: healedMs };
  if (after.fromMs >= after.toMs) return null;
  const own = holds
    // The next agent of one that hung may earn the address anew before the heal.
    .filter(({ host, fromMs }) => host === target && (loses !== "hung-agent" || fromMs <= actedMs))
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }));
  const heldMs = after.toMs - after.fromMs - sumSpans(subtractSpans(after, own));
  const params = { host: target, heldMs: Math.round(heldMs), leaseMs: vipLimits.leaseEndMs };
  return heldMs > 0 ? message("drill.unbound_hold", params) : null;
}

/**
 * When a fault keeps clients from the address, however well the VIP does: while it is in force, where it takes away what the
 * VIP needs, and as long afterwards as an agent that saw a stranger may wait to be sure of its end.
 */
export function listKeptAway({ conflicts }: AgentWord, course: FaultCourse): Span[] {
  const { loses, actedMs, healedMs } = course;
  if (loses === "nothing" || loses === "agent-for-a-moment") return [];
  const saw = loses === "wire-until-heal" && conflicts.some(({ atMs }) => atMs >= actedMs);
  return [
    { fromMs: actedMs, toMs: healedMs + (saw ? countQuietMs(conflicts, healedMs) + vipLimits.returnMs : 0) },
  ];
}

/** In how many takings each proof was used. */
export function countProofs(acquisitions: readonly Acquisition[]): Record<ReleaseProof, number> {
  const count = (proof: ReleaseProof): number =>
    acquisitions.filter(({ proofs }) => proofs.includes(proof)).length;
  return { R1: count("R1"), R2: count("R2"), R3: count("R3"), R4: count("R4") };
}

function excusedUntil(host: string, { loses, target, actedMs, struckMs, healedMs }: FaultCourse): number {
  if (loses === "agent-for-a-moment" && host === target) return Math.min(struckMs, actedMs + killMs);
  if (loses === "wire-until-heal" || loses === "evidence-until-heal") return healedMs;
  return loses === "agent-until-heal" && host === target ? healedMs : 0;
}

/** An outage that a proof of silence ended counts from the removal without which there was none. */
function countFromRemoval(
  outage: Outage,
  interval: PrimaryInterval,
  present: readonly HoldInterval[],
  word: AgentWord,
  { removedMs }: FaultCourse,
): Outage {
  const isProven = word.acquisitions.some(
    ({ host, atMs, proofs }) =>
      host === interval.host &&
      atMs >= outage.fromMs - noteMs &&
      atMs <= outage.toMs + noteMs &&
      proofs.includes("R2"),
  );
  const during = removedMs.filter((atMs) => atMs > outage.groupMs && atMs < outage.toMs);
  if (!isProven || during.length === 0) return outage;
  // The servers learn of one removal together; a later one is another.
  const first = Math.min(...during);
  const counted = listOutages(
    interval,
    present,
    Math.max(...during.filter((atMs) => atMs - first < togetherMs)),
  );
  return counted.find(({ toMs }) => toMs === outage.toMs) ?? { ...outage, addedMs: 0 };
}

/** Who found a stranger for the third time within a minute waits until the wire was quiet for longer. */
function countQuietMs(conflicts: AgentWord["conflicts"], untilMs: number): number {
  const { strangerQuietMs, strangerFlaps, strangerFlapMs } = vipLimits;
  const isFlapping = conflicts.some(
    ({ host }) =>
      conflicts.filter((one) => one.host === host && one.atMs > untilMs - strangerFlapMs - strangerQuietMs)
        .length >= strangerFlaps,
  );
  return isFlapping ? strangerQuietMs : 0;
}

function limitOf(host: string, outage: Outage, word: AgentWord, course: FaultCourse): number {
  const { returnMs, hungAgentMs, proofWaitMs } = vipLimits;
  const isOwn = (one: { readonly host: string; readonly atMs: number }): boolean =>
    one.host === host && one.atMs <= outage.toMs + noteMs;
  if (course.loses === "wire-until-heal") {
    return countQuietMs(word.conflicts.filter(isOwn), outage.toMs) + returnMs;
  }
  if (host === course.target && course.loses === "hung-agent") return hungAgentMs + returnMs;
  const taken = word.acquisitions.filter((one) => isOwn(one) && one.atMs >= outage.fromMs - noteMs);
  if (!course.mayNeedTime) return returnMs;
  if (taken.some(({ proofs }) => proofs.includes("R3"))) return proofWaitMs + returnMs;
  // Who was silent may speak again as it is healed, and its word (R1) then comes before the end of the wait.
  const isAcrossHeal = outage.fromMs < course.healingMs && outage.toMs >= course.healingMs;
  const silentMs = isAcrossHeal ? Math.max(0, course.healedMs - outage.groupMs) : 0;
  return Math.min(proofWaitMs, silentMs) + returnMs;
}
