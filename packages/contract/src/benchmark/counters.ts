import { z } from "zod";
import { Id } from "../primitives/scalar";

/** The counters of `SHOW GLOBAL STATUS` that a run keeps, in the order in which they are shown. Each only ever grows. */
export const StatusCounter = z.enum([
  "Questions",
  "Com_commit",
  "Com_rollback",
  "Connections",
  "Aborted_clients",
  "Aborted_connects",
  "Bytes_received",
  "Bytes_sent",
  "Slow_queries",
  "Select_scan",
  "Sort_merge_passes",
  "Created_tmp_disk_tables",
  "Table_open_cache_misses",
  "Threads_created",
  "Innodb_rows_read",
  "Innodb_rows_inserted",
  "Innodb_rows_updated",
  "Innodb_rows_deleted",
  "Innodb_row_lock_waits",
  "Innodb_row_lock_time",
  "Innodb_buffer_pool_read_requests",
  "Innodb_buffer_pool_reads",
  "Innodb_buffer_pool_wait_free",
  "Innodb_buffer_pool_pages_flushed",
  "Innodb_data_fsyncs",
  "Innodb_data_written",
  "Innodb_os_log_written",
  "Innodb_os_log_fsyncs",
  "Innodb_log_waits",
  "Binlog_cache_disk_use",
]);
export type StatusCounter = z.infer<typeof StatusCounter>;

/** Of how many statements a run keeps figures, and how much of the text of each. */
export const digestLimits = { statements: 10, characters: 200 } as const;

/** What is counted of a statement, besides its text. */
const StatementFigures = z.object({
  count: z.number(),
  totalMs: z.number(),
  rowsExamined: z.number(),
  rowsAffected: z.number(),
  errors: z.number(),
});

/** One kind of statement in MySQL's normal form; the tables of sysbench, which it numbers, count as one. */
export const StatementDigest = StatementFigures.extend({ text: z.string().max(digestLimits.characters) });
export type StatementDigest = z.infer<typeof StatementDigest>;

/**
 * From when on what others run during a run disturbs it: from this share of the statements, or of the time that they took, on any member. Less than
 * `leastStatements`, and less than `leastMs`, is next to nothing however short the run was.
 */
export const foreignLimit = { share: 0.05, leastStatements: 100, leastMs: 2_000 } as const;

/** How many statements were run, and how long they took. */
const Work = z.object({ count: z.number(), totalMs: z.number() });

/** What one server had counted at one moment. */
export const ServerCounters = z.object({
  memberId: Id,
  isPrimary: z.boolean(),
  /** When it was asked, when it began, and when it was last told to count anew, in seconds by its own clock. */
  askedAt: z.number(),
  startedAt: z.number(),
  countedSince: z.number(),
  status: z.record(z.string(), z.number()),
  /** Of the benchmark's schema; null: the account may not see them. `firstSeen` changes when they are counted anew. */
  digests: z.array(StatementDigest.extend({ firstSeen: z.string() })).nullable(),
  /**
   * What each account has run, by its user. The time of a statement that still runs is in it, and it is not counted yet. Null: the account
   * that asks may not see them.
   */
  accounts: z
    .array(Work.extend({ user: z.string() }))
    .nullable()
    .default(null),
});
export type ServerCounters = z.infer<typeof ServerCounters>;

/** What the servers had counted before or after a run; one that did not answer is absent. */
export const CounterReading = z.object({ servers: z.array(ServerCounters) });
export type CounterReading = z.infer<typeof CounterReading>;

/** How much each counter grew, by its name; null: unknown, because a server did not answer or counted anew meanwhile. */
const StatusGrowth = z.record(z.string(), z.number()).nullable();

/** What was run on one member by others than the benchmark and Primacy; `user` ran most of it. */
export const ForeignWork = Work.extend({ memberId: Id, user: z.string() });
export type ForeignWork = z.infer<typeof ForeignWork>;

/** What the benchmark ran, on all members together, and what others ran beside it; a member without any is absent. */
export const SharedWork = z.object({ own: Work, foreign: z.array(ForeignWork) });
export type SharedWork = z.infer<typeof SharedWork>;

/**
 * What the servers counted during a run, its warm-up included: never negative, and never guessed. As JSON it has at most 12 KiB.
 */
export const RunCounters = z.object({
  /** Transactions of the load meanwhile, warm-up included; of mysqlslap its queries. 0: not known. */
  transactions: z.number(),
  status: z.object({
    primary: StatusGrowth,
    /** The sum of all others. */
    secondaries: StatusGrowth,
  }),
  /** Of all members together, those that took most time first; null: unknown. */
  statements: z
    .object({
      top: z.array(StatementDigest).max(digestLimits.statements),
      /** The others of the benchmark's schema. */
      others: Work,
    })
    .nullable(),
  /** Null: unknown, or the run is older than this is kept. */
  work: SharedWork.nullable().default(null),
});
export type RunCounters = z.infer<typeof RunCounters>;

/** Which run. */
export const RunCountersQuery = z.strictObject({ run: Id });
export type RunCountersQuery = z.infer<typeof RunCountersQuery>;

/** What was counted during one run; null: the run is older than this is kept, or has not ended. */
export const RunCountersAnswer = z.object({ runId: Id, counters: RunCounters.nullable() });
export type RunCountersAnswer = z.infer<typeof RunCountersAnswer>;

/** How much the counters of one arm grew in all of its runs that count. */
export const ArmCounters = z.object({
  arm: z.number().int(),
  /** Runs of which the primary's counters are known. */
  runs: z.number().int(),
  transactions: z.number(),
  /** Of the primary. */
  status: z.record(z.string(), z.number()),
});
export type ArmCounters = z.infer<typeof ArmCounters>;
