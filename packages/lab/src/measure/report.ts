import type { Summary } from "@primacy/core/benchmark";

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
  /** Further figures, by name. */
  readonly figures?: Readonly<Record<string, number | Summary>>;
}
