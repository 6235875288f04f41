import {
  type ClusterEndpoint,
  joinMessages,
  type Message,
  message,
  messageWith,
  paramsWith,
} from "@primacy/contract";
import { type BenchmarkInput, isWriting } from "@primacy/core/benchmark";
import { z } from "zod";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { labelOf } from "./observe-benchmark";

/** How long a secondary may be behind with the account that the primary has just made. */
const accountPolling = { everyMs: 500, limitMs: 15_000 };

const ServerRow = z.object({ uuid: z.string(), read_only: z.coerce.number() });

/** How the endpoints are asked. */
export interface EndpointInquiry {
  readonly endpoints: readonly ClusterEndpoint[];
  /** The `server_uuid`s of the members. */
  readonly members: readonly string[];
  readonly writes: boolean;
  readonly polling: { readonly everyMs: number; readonly limitMs: number };
  readonly connect: typeof connectServer;
}

/**
 * Looks where each endpoint leads, with the account that the benchmark has made for itself: it is of use to nobody, so that whoever
 * answers may be told its password. Throws `StepFailure` with every endpoint that does not take the load.
 */
export async function verifyEndpoints(
  { worker }: StepContext,
  { clusterId, arms, fields }: BenchmarkInput,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<void> {
  const { members } = await worker.db.clusters.get(clusterId);
  const inquiry = {
    endpoints: arms.flatMap(({ endpoints }) => endpoints),
    members: members.map(({ serverUuid }) => serverUuid.toLowerCase()),
    writes: isWriting(fields.workload),
    polling: accountPolling,
    connect: connectServer,
  };
  const failure = await findUnfit(inquiry, account, signal);
  if (failure !== null) throw failure;
}

/** What tells of all endpoints that do not take the load; null where each does. */
export async function findUnfit(
  inquiry: EndpointInquiry,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<StepFailure | null> {
  const found = await Promise.all(
    inquiry.endpoints.map(async (endpoint) => {
      const reason = await judge(inquiry, endpoint, account, signal);
      return reason === null ? [] : [{ endpoint: labelOf(endpoint), reason }];
    }),
  );
  const unfit = found.flat();
  const [first] = unfit;
  if (first === undefined) return null;
  const { endpoint, reason } = first;
  if (unfit.length === 1)
    return new StepFailure("failure.benchmark_endpoint", { params: paramsWith({ endpoint }, { reason }) });
  const reasons = joinMessages(
    unfit.map((one) =>
      messageWith("failure.benchmark_endpoint", { endpoint: one.endpoint }, { reason: one.reason }),
    ),
  );
  const params = paramsWith({ count: unfit.length }, { reasons });
  return new StepFailure("failure.benchmark_endpoints", { params });
}

/** Why an endpoint does not take the load; null where it does. */
async function judge(
  { members, writes, polling, connect }: EndpointInquiry,
  endpoint: ClusterEndpoint,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<Message | null> {
  let denied: MysqlFailure | null = null;
  try {
    const row = await poll({ ...polling, signal }, async () => {
      try {
        return await look(endpoint, account, connect, signal);
      } catch (error) {
        // A secondary has the account when it has applied what the primary did.
        if (!(error instanceof MysqlFailure) || error.code !== "mysql_denied") throw error;
        denied = error;
        return null;
      }
    });
    if (row === null) throw denied;
    if (!members.includes(row.uuid.toLowerCase())) return message("why.benchmark_stranger");
    return writes && row.read_only === 1 ? message("why.benchmark_read_only") : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    return error.explanation;
  }
}

async function look(
  { address, port }: ClusterEndpoint,
  account: ServerAccount,
  connect: typeof connectServer,
  signal: AbortSignal,
): Promise<z.infer<typeof ServerRow>> {
  const connection = await connect({ address, port, authority: null }, account, signal);
  try {
    const sql = "SELECT @@server_uuid AS uuid, @@global.super_read_only AS read_only";
    const [row] = await connection.query(sql, { signal });
    return ServerRow.parse(row);
  } finally {
    connection.close();
  }
}
