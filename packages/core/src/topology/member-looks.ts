import type { AgentStatus } from "@primacy/contract/agent";

/** The figures of a member that are sampled. Null is what nobody could tell. */
export interface MemberFigures {
  readonly certifyQueue: number | null;
  readonly applyQueue: number | null;
  readonly appliedLagMs: number | null;
}

/** What the looks at the server beside one agent came to, since they were last taken into a sample. */
export interface MemberLooks {
  readonly serverUuid: string;
  /** The newest look, by which it is known again: frames repeat it until the next. */
  readonly bootId: string;
  readonly lookedAtMs: number;
  /** How many looks told a figure. */
  readonly count: number;
  readonly highest: MemberFigures;
  /** Each figure as it was told last. */
  readonly last: MemberFigures;
}

const nothing: MemberFigures = { certifyQueue: null, applyQueue: null, appliedLagMs: null };

/** Takes a frame's look at its server into the account; one that was told before, or got no answer, adds nothing. */
export function noteLook(before: MemberLooks | null, { mysql, clock }: AgentStatus): MemberLooks | null {
  const { serverUuid, observedMonotonicMs: lookedAtMs } = mysql;
  const { certifyQueue, applyQueue, appliedLagMs } = mysql;
  const told = { certifyQueue, applyQueue, appliedLagMs };
  if (serverUuid === null || Object.values(told).every((one) => one === null)) return before;
  const known = before?.serverUuid === serverUuid ? before : null;
  if (known?.bootId === clock.bootId && lookedAtMs <= known.lookedAtMs) return known;
  return {
    serverUuid,
    bootId: clock.bootId,
    lookedAtMs,
    count: (known?.count ?? 0) + 1,
    highest: combine(known?.highest ?? nothing, told, Math.max),
    last: combine(known?.last ?? nothing, told, (_before, now) => now),
  };
}

/** The same after its account was taken into a sample: the next one begins, and the newest look counts in none twice. */
export function beginLooks(looks: MemberLooks): MemberLooks {
  return { ...looks, count: 0, highest: nothing, last: nothing };
}

/** Each figure of two looks; what one of them could not tell is the other's. */
function combine(
  before: MemberFigures,
  now: MemberFigures,
  choose: (before: number, now: number) => number,
): MemberFigures {
  const of = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? (one ?? other) : choose(one, other);
  return {
    certifyQueue: of(before.certifyQueue, now.certifyQueue),
    applyQueue: of(before.applyQueue, now.applyQueue),
    appliedLagMs: of(before.appliedLagMs, now.appliedLagMs),
  };
}
