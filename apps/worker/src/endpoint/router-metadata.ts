import {
  labQuery,
  type MetadataCluster,
  type MetadataInstance,
  type MetadataReading,
  metadataQuery,
} from "@primacy/core/proxy";
import { z } from "zod";
import type { ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";

/** ER_BAD_DB_ERROR, ER_NO_SUCH_TABLE: the schema, or what belongs into it, is not there. */
const absentCodes: readonly (number | null)[] = [1049, 1146];

/** One row for each server of each cluster; null: the metadata has no cluster, or the cluster no server. */
const Row = z.object({
  major: z.coerce.number(),
  minor: z.coerce.number(),
  patch: z.coerce.number(),
  cluster_id: z.string().nullable(),
  cluster_name: z.string().nullable(),
  group_name: z.string().nullable(),
  mysql_server_uuid: z.string().nullable(),
  endpoint: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

/** Reads the InnoDB Cluster metadata of a server, by one statement. Throws `MysqlFailure` where the server is gone. */
export async function readMetadata(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<MetadataReading> {
  try {
    const rows = Row.array()
      .min(1)
      .parse(await connection.query(metadataQuery, { signal }));
    const { major = 0, minor = 0, patch = 0 } = rows[0] ?? {};
    const version = { major, minor, patch };
    return { kind: "present", version, clusters: listClusters(rows), instances: listInstances(rows) };
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.retryable) throw error;
    if (absentCodes.includes(error.errno)) return { kind: "absent" };
    return { kind: "unreadable", said: String(error.explanation.params.reason ?? error.message) };
  }
}

function listClusters(rows: readonly Row[]): readonly MetadataCluster[] {
  const found = new Map<string, MetadataCluster>();
  for (const { cluster_id: id, cluster_name: name, group_name: groupName } of rows)
    if (id !== null) found.set(id, { id, name: name ?? id, groupName });
  return [...found.values()];
}

function listInstances(rows: readonly Row[]): readonly MetadataInstance[] {
  return rows.flatMap(({ cluster_id: clusterId, mysql_server_uuid: serverUuid, endpoint }) =>
    clusterId === null || serverUuid === null ? [] : [{ clusterId, serverUuid, endpoint }],
  );
}

/** Whether a server carries the mark of a lab. */
export async function isLabServer(connection: ServerConnection, signal: AbortSignal): Promise<boolean> {
  const [row] = await connection.query(labQuery, { signal });
  return z.object({ marks: z.coerce.number() }).parse(row).marks > 0;
}
