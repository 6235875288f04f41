import type { TransactionKind } from "@primacy/contract";

/** What the output of go-tpc says of one run. */
export interface GoTpcReport {
  /** Of the final summary, in its order; empty where there is none. */
  readonly kinds: readonly TransactionKind[];
  /** New orders per minute, as it is printed; null without, as of other tests than TPC-C. */
  readonly tpmC: number | null;
  /** How long the longest kind of the summary was measured. */
  readonly seconds: number;
  /** Errors of the summary; where there is none, those of the rows before it. */
  readonly errors: number;
  /** Rows of intervals, which are no throughput of the run. */
  readonly currentRows: number;
  /** What ended a thread or the program, as it was told first; null if nothing did. */
  readonly fatal: string | null;
  /** The first error that was told at all. */
  readonly firstError: string | null;
  /** A second summary stands in the same output. All else speaks of the first alone. */
  readonly hasTwoRuns: boolean;
  /** The summary was read whole, nothing was fatal, and there was one run. */
  readonly isComplete: boolean;
}
