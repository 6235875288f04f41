import type { Summary } from "@primacy/core/benchmark";

/** By fault and way: for how long writes were away, and in how many of the runs they came back before the heal. `worstMs` null: not in all. */
export type DrillGaps = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        { readonly medianMs: number | null; readonly worstMs: number | null; readonly backIn: number }
      >
    >
  >
>;

/** The last line of a measurement: one line of JSON. `met` is false where any target is missed. */
export interface MeasureReport {
  readonly name: string;
  readonly runs: number;
  readonly vip?: Summary;
  readonly router?: Summary;
  readonly control?: Summary;
  readonly target: Readonly<Record<string, number>>;
  readonly met: boolean;
  /** What each way costs against the direct one, in percent, with its 95 % interval; null where it was not measured. */
  readonly arms?: Readonly<
    Record<string, { readonly loss: number; readonly low: number; readonly high: number } | null>
  >;
  /** Of drills. */
  readonly faults?: DrillGaps;
  /** Of the plugin: for how long writes were away in each run, in milliseconds, and what was left on hosts. */
  readonly gapsMs?: readonly number[];
  readonly leftovers?: readonly string[];
  /** What was run in the place of the real thing. */
  readonly standIn?: string;
  /** Further figures, by name. */
  readonly figures?: Readonly<Record<string, number | Summary>>;
}
