import { z } from "zod";

/** What a fault takes its time for, in this order. */
export const phaseNames = [
  "ready",
  "clients",
  "before",
  "injected",
  "in force",
  "healed",
  "settled",
  "whole",
  "others",
  "judged",
] as const;

/** A part of the time that one fault takes. */
export type PhaseName = (typeof phaseNames)[number];

/** Seconds by phase; a phase that did not come to its end is absent. */
export const PhaseSeconds = z.partialRecord(z.enum(phaseNames), z.number());

/** Seconds by phase. */
export type PhaseSeconds = z.infer<typeof PhaseSeconds>;

/** Tells how long each part of a fault took. `clock` gives milliseconds. */
export class Stopwatch {
  readonly #clock: () => number;
  readonly #seconds: PhaseSeconds = {};
  #sinceMs: number;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#sinceMs = clock();
  }

  /** So far, to a hundredth. */
  get seconds(): PhaseSeconds {
    return { ...this.#seconds };
  }

  /** Ends a phase, which began where the one before it ended. A phase that comes again is added to. */
  end(phase: PhaseName): void {
    const nowMs = this.#clock();
    const before = this.#seconds[phase] ?? 0;
    this.#seconds[phase] = Math.round(before * 100 + (nowMs - this.#sinceMs) / 10) / 100;
    this.#sinceMs = nowMs;
  }
}

/** One line for people: how long a fault took as a mean, all of it and by phase. */
export function describePhases(faults: readonly PhaseSeconds[]): string {
  if (faults.length === 0) return "no fault was done";
  const mean = (phase: PhaseName): number =>
    faults.reduce((sum, one) => sum + (one[phase] ?? 0), 0) / faults.length;
  const total = phaseNames.reduce((sum, phase) => sum + mean(phase), 0);
  const parts = phaseNames.map((phase) => `${phase} ${mean(phase).toFixed(1)}`);
  return `seconds per fault: ${total.toFixed(1)} (${parts.join(", ")})`;
}
