import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import type { MemberQueues } from "../replication-adapter";

const QueueRow = z.object({
  certify: z.coerce.number(),
  apply: z.coerce.number(),
  role: z.string().nullable(),
  throttled: z.coerce.number().nullable(),
});

/** A version or edition without the statistics of flow control has no such status variable. */
const query =
  "SELECT s.COUNT_TRANSACTIONS_IN_QUEUE AS certify, s.COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE AS apply," +
  " (SELECT m.MEMBER_ROLE FROM performance_schema.replication_group_members m WHERE m.MEMBER_ID = @@server_uuid) AS role," +
  " (SELECT g.VARIABLE_VALUE FROM performance_schema.global_status g WHERE g.VARIABLE_NAME = 'Gr_flow_control_throttle_count') AS throttled" +
  " FROM performance_schema.replication_group_member_stats s WHERE s.MEMBER_ID = @@server_uuid";

/** Reads what waits on a member; null where its server is in no group. Throws `MysqlFailure`. */
export async function readQueues(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<MemberQueues | null> {
  const [row] = await connection.query(query, options);
  const parsed = QueueRow.safeParse(row);
  if (!parsed.success) return null;
  const { certify, apply, role, throttled } = parsed.data;
  return { certify, apply, isPrimary: role === "PRIMARY", throttled };
}
