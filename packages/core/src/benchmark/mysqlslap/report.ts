import type { SlapResult } from "@primacy/contract";

/** An error that mysqlslap told. */
export interface SlapError {
  /** MySQL's number; null where mysqlslap names none. */
  readonly code: number | null;
  /** What the first of them said. */
  readonly said: string;
  readonly count: number;
}

/** What the output of mysqlslap says. */
export interface MysqlslapReport {
  /** In the order in which they stand there: one for each number of clients, and for each of several runs. */
  readonly results: readonly SlapResult[];
  /** In the order of their first appearance. Warnings are none. */
  readonly errors: readonly SlapError[];
  /** The first error as it was told; null if there was none. mysqlslap may end with exit code 0 after one. */
  readonly fatal: string | null;
  /** A result was begun and is not whole. */
  readonly isCut: boolean;
  /** There are results, all of them whole, and there was no error. */
  readonly isComplete: boolean;
}
