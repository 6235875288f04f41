import { labQuery, type MetadataReading, metadataQueries } from "@primacy/core/proxy";
import { z } from "zod";
import type { ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";

/** ER_BAD_DB_ERROR, ER_NO_SUCH_TABLE: the schema, or what belongs into it, is not there. */
const absentCodes: readonly (number | null)[] = [1049, 1146];

const Version = z.object({
  major: z.coerce.number(),
  minor: z.coerce.number(),
  patch: z.coerce.number(),
});
const Cluster = z
  .object({ cluster_id: z.string(), cluster_name: z.string(), group_name: z.string().nullable() })
  .transform((row) => ({ id: row.cluster_id, name: row.cluster_name, groupName: row.group_name }));
const Instance = z
  .object({ cluster_id: z.string(), mysql_server_uuid: z.string(), endpoint: z.string().nullable() })
  .transform((row) => ({
    clusterId: row.cluster_id,
    serverUuid: row.mysql_server_uuid,
    endpoint: row.endpoint,
  }));

/** Reads the InnoDB Cluster metadata of a server. Throws `MysqlFailure` where the server is gone. */
export async function readMetadata(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<MetadataReading> {
  try {
    const [version] = await connection.query(metadataQueries.version, { signal });
    const clusters = await connection.query(metadataQueries.clusters, { signal });
    const instances = await connection.query(metadataQueries.instances, { signal });
    return {
      kind: "present",
      version: Version.parse(version),
      clusters: z.array(Cluster).parse(clusters),
      instances: z.array(Instance).parse(instances),
    };
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.retryable) throw error;
    if (absentCodes.includes(error.errno)) return { kind: "absent" };
    return { kind: "unreadable", said: String(error.explanation.params.reason ?? error.message) };
  }
}

/** Whether a server carries the mark of a lab. */
export async function isLabServer(connection: ServerConnection, signal: AbortSignal): Promise<boolean> {
  const [row] = await connection.query(labQuery, { signal });
  return z.object({ marks: z.coerce.number() }).parse(row).marks > 0;
}
