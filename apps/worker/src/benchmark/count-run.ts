import {
  type BenchmarkRun,
  type CounterReading,
  digestLimits,
  type RunCounters,
  type ServerCounters,
  StatusCounter,
} from "@primacy/contract";
import {
  type BenchmarkInput,
  compareCounters,
  type ForeignLoad,
  findForeignLoad,
} from "@primacy/core/benchmark";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import { connectServer, type Row, type ServerAccount, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import type { ReplicationAdapter } from "../replication/replication-adapter";

const askLimitMs = 3_000;
/** SELECT command denied. */
const deniedErrno = 1142;

/**
 * What every member has counted until now, all asked at once; one that does not answer within some seconds is absent, and costs the run nothing.
 * Throws only what is no failure of a server.
 */
export async function readCounters(
  context: StepContext,
  { clusterId, user, schema }: BenchmarkInput,
  signal: AbortSignal,
): Promise<CounterReading> {
  const { db, replication } = context.worker;
  const cluster = await db.clusters.get(clusterId);
  const account =
    (await findAdministrator(context, clusterId, user)) ?? (await getAccount(db, clusterId, "admin"));
  const asked = { account, schema, replication: replication[cluster.kind] };
  const servers = await Promise.all(cluster.members.map((member) => readServer(member, asked, signal)));
  return { servers: servers.flatMap((one) => one ?? []) };
}

/** A run may take so much longer than planned until it is noticed that it has ended; what was counted later is not all its own. */
const spareSeconds = 60;

/**
 * Stores what the servers counted since the reading that was kept when the run began, and says whether others loaded them meanwhile. May run
 * twice: what is there stays, and nothing is stored where there was no such reading.
 */
export async function keepCounters(
  context: StepContext,
  input: BenchmarkInput,
  run: Pick<BenchmarkRun, "id">,
  transactions: number,
  signal: AbortSignal,
): Promise<ForeignLoad | null> {
  const counters = await countRun(context, input, run, transactions, signal);
  const { members } = await context.worker.db.clusters.get(input.clusterId);
  const names = new Map(members.map(({ id, hostName, address }) => [id, hostName ?? address]));
  return findForeignLoad(counters?.work ?? null, names);
}

async function countRun(
  context: StepContext,
  input: BenchmarkInput,
  { id }: Pick<BenchmarkRun, "id">,
  transactions: number,
  signal: AbortSignal,
): Promise<RunCounters | null> {
  const { db, actor } = context.worker;
  const before = await db.benchmarks.findCountersBefore(id);
  if (before === null) return (await db.benchmarks.findCounters(input.benchmarkId, id)) ?? null;
  const { warmupSeconds, runSeconds } = input.fields;
  const longestSeconds = warmupSeconds + runSeconds + spareSeconds;
  const after = await readCounters(context, input, signal);
  const { account } = input;
  const counters = compareCounters(before, after, { transactions, longestSeconds, account });
  await db.transact(actor, (unit) => unit.benchmarks.setCounters(id, counters));
  return counters;
}

interface Asked {
  readonly account: ServerAccount;
  readonly schema: string;
  readonly replication: Pick<ReplicationAdapter, "readQueues">;
}

async function readServer(
  member: MemberRecord,
  { account, schema, replication }: Asked,
  signal: AbortSignal,
): Promise<ServerCounters | null> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const queues = await replication.readQueues(connection, { signal, timeoutMs: askLimitMs });
      const counted = await askCounters(connection, schema, signal);
      return { memberId: member.id, isPrimary: queues?.isPrimary ?? false, ...counted };
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    return null;
  }
}

const ClockRow = z.object({ now: z.coerce.number() });
const StatusRow = z.object({ Variable_name: z.string(), Value: z.coerce.number() });
const DigestRow = z.object({
  text: z.string(),
  count: z.coerce.number(),
  totalMs: z.coerce.number(),
  rowsExamined: z.coerce.number(),
  rowsAffected: z.coerce.number(),
  errors: z.coerce.number(),
  firstSeen: z.string(),
});
const AccountRow = z.object({ user: z.string(), count: z.coerce.number(), totalMs: z.coerce.number() });

/** Grouped by the server: the tables of sysbench may be ten thousand, each with statements of its own. */
const digestQuery = `SELECT LEFT(REGEXP_REPLACE(DIGEST_TEXT, 'sbtest[0-9]+', 'sbtest'), ${digestLimits.characters}) AS text,
  SUM(COUNT_STAR) AS count, SUM(SUM_TIMER_WAIT) / 1000000000 AS totalMs, SUM(SUM_ROWS_EXAMINED) AS rowsExamined,
  SUM(SUM_ROWS_AFFECTED) AS rowsAffected, SUM(SUM_ERRORS) AS errors, MIN(FIRST_SEEN) AS firstSeen
  FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = ? AND DIGEST_TEXT IS NOT NULL
  GROUP BY text ORDER BY totalMs DESC LIMIT 100`;

/** What a client asks for, and not what ends after hours, as the dump of a binary log does. */
const isStatement = "(EVENT_NAME LIKE 'statement/sql/%' OR EVENT_NAME = 'statement/com/Execute')";
/** By name, so that of very many accounts the same ones are told each time. */
const accountQuery = `SELECT USER AS user, SUM(COUNT_STAR) AS count, SUM(SUM_TIMER_WAIT) / 1000000000 AS totalMs
  FROM performance_schema.events_statements_summary_by_user_by_event_name
  WHERE USER IS NOT NULL AND COUNT_STAR > 0 AND ${isStatement} GROUP BY USER ORDER BY USER LIMIT 1000`;
/**
 * Threads that apply what other members wrote. They bear the account of the session that started replication, and what they run is the benchmark's
 * own work once more.
 */
const isReplication = "thread.NAME REGEXP '^thread/(sql/(replica|slave)|group_rpl)'";
const replicationQuery = `SELECT thread.PROCESSLIST_USER AS user, SUM(COUNT_STAR) AS count, SUM(SUM_TIMER_WAIT) / 1000000000 AS totalMs
  FROM performance_schema.events_statements_summary_by_thread_by_event_name AS summary
  JOIN performance_schema.threads AS thread ON thread.THREAD_ID = summary.THREAD_ID
  WHERE thread.PROCESSLIST_USER IS NOT NULL AND COUNT_STAR > 0 AND ${isReplication} AND ${isStatement} GROUP BY thread.PROCESSLIST_USER`;
/** A report that began before the run and ends after it stands nowhere else. */
const runningQuery = `SELECT thread.PROCESSLIST_USER AS user, 0 AS count, SUM(running.TIMER_WAIT) / 1000000000 AS totalMs
  FROM performance_schema.events_statements_current AS running
  JOIN performance_schema.threads AS thread ON thread.THREAD_ID = running.THREAD_ID
  WHERE thread.PROCESSLIST_USER IS NOT NULL AND running.END_EVENT_ID IS NULL AND running.NESTING_EVENT_LEVEL = 0
  AND NOT ${isReplication} AND ${isStatement} GROUP BY thread.PROCESSLIST_USER`;

/** Asks one server for its counters, for what accounts ran, and for the statements of one schema. Throws `MysqlFailure`. */
export async function askCounters(
  connection: Pick<ServerConnection, "query">,
  schema: string,
  signal: AbortSignal,
): Promise<Omit<ServerCounters, "memberId" | "isPrimary">> {
  const options = { signal, timeoutMs: askLimitMs };
  // First, so that the least of what is asked here is in it.
  const accounts = await askWhereAllowed(async () => {
    const ended = await connection.query(accountQuery, options);
    const replicated = await connection.query(replicationQuery, options);
    const running = await connection.query(runningQuery, options);
    return sumAccounts(ended.map(toAccount), replicated.map(toAccount), running.map(toAccount));
  });
  const [clock] = await connection.query("SELECT UNIX_TIMESTAMP() AS now", options);
  const { now } = ClockRow.parse(clock);
  const names = ["Uptime", "Uptime_since_flush_status", ...StatusCounter.options].map((name) => `'${name}'`);
  const rows = await connection.query(
    `SHOW GLOBAL STATUS WHERE Variable_name IN (${names.join(", ")})`,
    options,
  );
  const {
    Uptime: up = 0,
    Uptime_since_flush_status: counting = up,
    ...status
  } = Object.fromEntries(
    rows.map((row) => {
      const { Variable_name: name, Value: value } = StatusRow.parse(row);
      return [name, value];
    }),
  );
  return {
    askedAt: now,
    startedAt: now - up,
    countedSince: now - counting,
    status,
    accounts,
    digests: await askWhereAllowed(async () => {
      const rows = await connection.query(digestQuery, { ...options, values: [schema] });
      return rows.map((row) => DigestRow.parse(row));
    }),
  };
}

type AccountWork = z.infer<typeof AccountRow>;

const toAccount = (row: Row): AccountWork => AccountRow.parse(row);

/** An account whose first statement still runs is told of once that has ended. */
function sumAccounts(
  ended: readonly AccountWork[],
  replicated: readonly AccountWork[],
  running: readonly AccountWork[],
): AccountWork[] {
  return ended.map(({ user, count, totalMs }) => {
    const less = replicated.find((one) => one.user === user);
    const more = running.find((one) => one.user === user);
    return {
      user,
      count: Math.max(0, count - (less?.count ?? 0)),
      totalMs: Math.max(0, totalMs - (less?.totalMs ?? 0)) + (more?.totalMs ?? 0),
    };
  });
}

/** Null where the account may not see it. */
async function askWhereAllowed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MysqlFailure && error.errno === deniedErrno) return null;
    throw error;
  }
}
