import { accountStatements, type BenchmarkInput, cleaningStatements } from "@primacy/core/benchmark";
import { z } from "zod";
import { getAdministrator } from "../cluster-record/administrator";
import { serversOf } from "../cluster-record/load-cluster";
import type { ServerConnection } from "../mysql/connect-server";
import { drawPassword } from "../mysql/draw-password";
import { defineStep, type StepContext } from "../operation/executor";
import { findExplainedFailure } from "../operation/failure";
import { outlastDatabase } from "../operation/outlast-database";
import { poll } from "../operation/poll";
import { BenchmarkStepInput, getPassword } from "./benchmark-input";
import { endSessions } from "./end-sessions";
import { readSystem } from "./read-system";
import { refuseTaken } from "./refuse-taken";
import { verifyEndpoints } from "./verify-endpoints";

/** To delete a schema takes as long as its tables are large. */
const limitMs = 600_000;
/** How long the group may be without a primary, and how often is asked: an election comes after suspicion and expulsion. */
const electionLimitMs = 180_000;
const electionAskEveryMs = 2_000;

/**
 * Makes the record of the benchmark, its schema and its account; undone, schema and account are deleted. Prepared once, before anything is made:
 * what has those names then is not the benchmark's, which fails and takes nothing back.
 */
export const accountStep = defineStep<BenchmarkInput, object>({
  input: BenchmarkStepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async (context, input, signal) => {
      await outlastDatabase(signal, () =>
        onPrimary(context, input, signal, (connection) => refuseTaken(connection, input, signal)),
      );
      return {};
    },
    undo: (context, input, _record, signal) => clean(context, input, signal),
  },
  async execute(context, input, signal) {
    const password = await outlastDatabase(signal, async () => {
      await createRecord(context, input);
      await keepSystem(context, input, signal);
      return getPassword(context, input);
    });
    const statements = accountStatements(input, password);
    await onPrimary(context, input, signal, (connection) => runAll(connection, statements, signal));
    await verifyEndpoints(context, input, { user: input.account, password }, signal);
    return { kind: "done" };
  },
});

/** Deletes schema and account after the last run. */
export const cleanStep = defineStep<BenchmarkInput>({
  input: BenchmarkStepInput,
  timeoutMs: limitMs,
  maxAttempts: 3,
  onCancel: "completes",
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    await clean(context, input, signal);
    return { kind: "done" };
  },
});

/** After a failover there may be no primary for a while: what is left on the servers then would stay there. */
async function clean(context: StepContext, input: BenchmarkInput, signal: AbortSignal): Promise<void> {
  let last: unknown = null;
  const polling = { everyMs: electionAskEveryMs, limitMs: electionLimitMs, signal };
  const done = await poll(polling, async () => {
    try {
      await endSessions(context, input, signal);
      await onPrimary(context, input, signal, (connection) =>
        runAll(connection, cleaningStatements(input), signal),
      );
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (findExplainedFailure(error)?.retryable !== true) throw error;
      last = error;
      return null;
    }
  });
  if (done === null) throw last;
}

async function createRecord({ worker, operation }: StepContext, input: BenchmarkInput): Promise<void> {
  const { benchmarkId: id, clusterId, loadHostId, loadHostName, toolVersion, fields, arms } = input;
  const { name, workload, threads, blocks, runSeconds, warmupSeconds, hygiene, seed, preset = null } = fields;
  await worker.db.transact(worker.actor, (unit) =>
    unit.benchmarks.create({
      id,
      clusterId,
      name,
      requestedBy: operation.requestedBy,
      loadHostId,
      loadHostName,
      toolVersion,
      workload,
      threads,
      blocks,
      runSeconds,
      warmupSeconds,
      hygiene,
      seed,
      preset,
      arms: [...arms],
      password: drawPassword(),
    }),
  );
}

/** Before the load, which would make servers slow to answer. */
async function keepSystem(
  { worker }: StepContext,
  input: BenchmarkInput,
  signal: AbortSignal,
): Promise<void> {
  const system = await readSystem(worker, input, signal);
  await worker.db.transact(worker.actor, (unit) => unit.benchmarks.setSystem(input.benchmarkId, system));
}

async function runAll(
  connection: ServerConnection,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const statement of statements) await connection.query(statement, { signal, timeoutMs: limitMs });
}

/** Acts as the administrator on the server that is the primary now. */
export async function onPrimary<T>(
  context: StepContext,
  { clusterId, clusterName, user }: BenchmarkInput,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const { worker } = context;
  const account = await getAdministrator(context, clusterId, user);
  const cluster = await worker.db.clusters.get(clusterId);
  const adapter = worker.replication[cluster.kind];
  const { connection } = await adapter.findPrimary(serversOf(cluster), account, clusterName, signal);
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}
