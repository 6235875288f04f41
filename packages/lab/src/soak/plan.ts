import { type FaultKind, faultKinds, neededProofs } from "./fault-kinds";
import { createRandom, drawBetween, shuffle } from "./random";

/** One fault as drawn. Which hosts play primary and secondary is known only when it is injected. */
export interface FaultPlan {
  /** From 1. */
  readonly number: number;
  readonly kind: FaultKind;
  /** 0 or 1: which of the two secondaries takes part, by name. */
  readonly secondary: 0 | 1;
  /** From the load's first write to the fault, in milliseconds: its phase against every period of the agents. */
  readonly phaseMs: number;
  /** How long it stays in force, in milliseconds. */
  readonly holdMs: number;
  /** The group's expel timeout meanwhile, in seconds. */
  readonly expelSeconds: 0 | 5;
}

/** One in so many faults happens with an expel timeout of 5 s. */
const expelEvery = 10;
/** What detection, timeout and the suspicions' period of 15 s add to an election then. */
const expelExtraMs = 14_000;

/** So many faults of a round, its first ones, need every proof at least once, so that a short run has seen each. */
export const earlyCount = 6;

/**
 * Fault `number` (from 1) of the schedule of `seed`; depends on these two alone. Every kind comes once in each round
 * of as many faults as there are kinds, in an order of its own. Throws RangeError below 1.
 */
export function planFault(seed: number, number: number): FaultPlan {
  if (!Number.isInteger(number) || number < 1) throw new RangeError("faults are counted from 1");
  const round = Math.floor((number - 1) / faultKinds.length);
  const order = drawOrder(createRandom(seed, round, 1));
  const kind = order[(number - 1) % faultKinds.length] ?? faultKinds[0];
  const random = createRandom(seed, number, 2);
  const isSlow = hasLongTimeout(seed, number);
  const holdMs = drawBetween(kind.minHoldMs, kind.maxHoldMs, random);
  return {
    number,
    kind,
    secondary: random() < 0.5 ? 0 : 1,
    phaseMs: drawBetween(500, 2_000, random),
    holdMs: holdMs + (isSlow && kind.isElecting ? expelExtraMs : 0),
    expelSeconds: isSlow ? 5 : 0,
  };
}

/** All kinds in an order that is drawn: one that needs each proof comes among the first. */
function drawOrder(random: () => number): FaultKind[] {
  const drawn = shuffle<FaultKind>(faultKinds, random);
  const early = neededProofs.flatMap((proof) => drawn.find(({ needs }) => needs === proof) ?? []);
  const rest = drawn.filter((one) => !early.includes(one));
  const first = shuffle([...early, ...rest.slice(0, earlyCount - early.length)], random);
  return [...first, ...rest.slice(earlyCount - early.length)];
}

function hasLongTimeout(seed: number, number: number): boolean {
  const ten = Math.floor((number - 1) / expelEvery);
  const chosen = drawBetween(0, expelEvery - 1, createRandom(seed, ten, 3));
  return (number - 1) % expelEvery === chosen;
}
