import { type LongTransactions, longTransactionSeconds } from "@primacy/core/check";
import { z } from "zod";
import type { ServerConnection } from "./connect-server";

const Open = z.object({ count: z.coerce.number(), longest: z.coerce.number().nullable() });

/** The transactions that have been open on a server for `longTransactionSeconds` or longer. Throws `MysqlFailure`. */
export async function readOpenTransactions(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<LongTransactions> {
  const picoseconds = longTransactionSeconds * 1e12;
  const [row] = await connection.query(
    "SELECT COUNT(*) AS count, MAX(TIMER_WAIT) / 1e12 AS longest" +
      " FROM performance_schema.events_transactions_current" +
      ` WHERE STATE = 'ACTIVE' AND TIMER_WAIT >= ${picoseconds}`,
    { signal },
  );
  const open = Open.parse(row);
  return { count: open.count, longestSeconds: open.longest ?? 0 };
}
