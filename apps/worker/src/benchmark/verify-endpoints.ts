import { type ClusterEndpoint, type Message, message, paramsWith } from "@primacy/contract";
import { type BenchmarkInput, isWriting } from "@primacy/core/benchmark";
import { z } from "zod";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { labelOf } from "./observe-benchmark";

const ServerRow = z.object({ uuid: z.string(), read_only: z.coerce.number() });

/**
 * Looks where each endpoint leads, with the account that the benchmark has made for itself: it is of use to nobody, so that whoever
 * answers may be told its password. Throws `StepFailure` where an endpoint does not take the load.
 */
export async function verifyEndpoints(
  { worker }: StepContext,
  { clusterId, arms, fields }: BenchmarkInput,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<void> {
  const { members } = await worker.db.clusters.get(clusterId);
  const known = members.map(({ serverUuid }) => serverUuid.toLowerCase());
  for (const endpoint of arms.flatMap(({ endpoints }) => endpoints)) {
    const row = await look(endpoint, account, signal);
    if (!known.includes(row.uuid.toLowerCase())) throw refuse(endpoint, message("why.benchmark_stranger"));
    if (isWriting(fields.workload) && row.read_only === 1)
      throw refuse(endpoint, message("why.benchmark_read_only"));
  }
}

async function look(
  endpoint: ClusterEndpoint,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<z.infer<typeof ServerRow>> {
  const { address, port } = endpoint;
  try {
    const connection = await connectServer({ address, port, authority: null }, account, signal);
    try {
      const sql = "SELECT @@server_uuid AS uuid, @@global.super_read_only AS read_only";
      const [row] = await connection.query(sql, { signal });
      return ServerRow.parse(row);
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    throw refuse(endpoint, error.explanation);
  }
}

function refuse(endpoint: ClusterEndpoint, reason: Message): StepFailure {
  const params = paramsWith({ endpoint: labelOf(endpoint) }, { reason });
  return new StepFailure("failure.benchmark_endpoint", { params });
}
