import { type Message, message } from "@primacy/contract";
import type { HoldInterval } from "./hold-history";

/** One question of who has an address, and the cards that answered it. */
export interface AddressQuestion {
  /** When it was sent, CLOCK_MONOTONIC in ms. */
  readonly askedMs: number;
  /** Lower case, with colons. */
  readonly macs: readonly string[];
}

/** Who answered each question of a stretch of time. */
export interface AddressQuestions {
  readonly rounds: readonly AddressQuestion[];
  /** Why nothing is known of some of the time, though of the rest the rounds tell; null where all was asked. */
  readonly hole: string | null;
}

/** What was heard on the wire, of hosts alone: who else answers was put there by the run itself. */
export interface AddressAnswers {
  /** Questions, those that any host answered, and those that two did, also around a hole; null where nothing is known. */
  readonly wire: { readonly asked: number; readonly answered: number; readonly dual: number } | null;
  /** One for each host that answered for an address which its kernel did not have. */
  readonly violations: readonly Message[];
}

/** The kernels' events are dated when they are read, which on a busy machine is late. */
const datedWithinMs = 1_000;

/**
 * Judges who answered on the wire. `hostOf` names the host of a card; `holds` is when each had the address by its kernel,
 * against which each answer is held: two ways of seeing that know nothing of each other. Null where that is not known; before
 * the first of them it is not either, for the watch of the kernels may have been replaced then.
 */
export function judgeAddressAnswers(
  { rounds, hole }: AddressQuestions,
  hostOf: ReadonlyMap<string, string>,
  holds: readonly HoldInterval[] | null,
): AddressAnswers {
  const knownFromMs = Math.min(...(holds ?? []).map(({ fromMs }) => fromMs));
  let answered = 0;
  let dual = 0;
  const strange = new Map<string, number>();
  for (const { askedMs, macs } of rounds) {
    const hosts = macs.flatMap((mac) => hostOf.get(mac) ?? []);
    if (hosts.length > 0) answered += 1;
    if (hosts.length > 1) dual += 1;
    for (const host of askedMs < knownFromMs ? [] : hosts) {
      const isHeld = (holds ?? []).some(
        (one) =>
          one.host === host &&
          one.fromMs <= askedMs + datedWithinMs &&
          (one.toMs ?? Number.POSITIVE_INFINITY) >= askedMs - datedWithinMs,
      );
      if (!isHeld) strange.set(host, (strange.get(host) ?? 0) + 1);
    }
  }
  const isKnown = hole === null || rounds.length > 0;
  return {
    wire: isKnown ? { asked: rounds.length, answered, dual } : null,
    violations: [...strange].map(([host, count]) => message("drill.address_not_held", { host, count })),
  };
}
