import {
  labQuery,
  type MetadataCluster,
  type MetadataInstance,
  type MetadataReading,
  metadataMajor,
  metadataQuery,
  metadataSchemaQuery,
  metadataVersionQuery,
} from "@primacy/core/proxy";
import { z } from "zod";
import type { ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";

/** ER_BAD_DB_ERROR: there is no such schema. */
const noSchema = 1049;
/** ER_NO_SUCH_TABLE: something that belongs into it is not there; some servers say so also where there is no such schema. */
const noTable = 1146;

const Version = z.object({ major: z.coerce.number(), minor: z.coerce.number(), patch: z.coerce.number() });

/** One row for each server of each cluster; null: the metadata has no cluster, or the cluster no server. */
const Row = Version.extend({
  cluster_id: z.string().nullable(),
  cluster_name: z.string().nullable(),
  group_name: z.string().nullable(),
  mysql_server_uuid: z.string().nullable(),
  endpoint: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

type Queried = Pick<ServerConnection, "query">;

/**
 * Reads the InnoDB Cluster metadata of a server, by one statement where it is as MySQL Router reads it. Throws `MysqlFailure` where the
 * server is gone.
 */
export async function readMetadata(connection: Queried, signal: AbortSignal): Promise<MetadataReading> {
  try {
    const rows = Row.array()
      .min(1)
      .parse(await connection.query(metadataQuery, { signal }));
    const { major = 0, minor = 0, patch = 0 } = rows[0] ?? {};
    const version = { major, minor, patch };
    return { kind: "present", version, clusters: listClusters(rows), instances: listInstances(rows) };
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.retryable) throw error;
    return error.errno === noSchema ? { kind: "absent" } : readOther(connection, error, signal);
  }
}

/** Metadata that has not what MySQL Router reads, or does not show it: of another version, half there, or not for this account. */
async function readOther(
  connection: Queried,
  error: MysqlFailure,
  signal: AbortSignal,
): Promise<MetadataReading> {
  const version = await readVersion(connection, signal);
  if (version !== null && version.major !== metadataMajor)
    return { kind: "present", version, clusters: [], instances: [] };
  const said = String(error.explanation.params.reason ?? error.message);
  if (error.errno !== noTable) return { kind: "unreadable", said };
  const [row] = await connection.query(metadataSchemaQuery, { signal });
  const { schemas } = z.object({ schemas: z.coerce.number() }).parse(row);
  return schemas === 0 ? { kind: "absent" } : { kind: "partial", said };
}

/** Null where it cannot be read either. */
async function readVersion(
  connection: Queried,
  signal: AbortSignal,
): Promise<z.infer<typeof Version> | null> {
  try {
    const [row] = await connection.query(metadataVersionQuery, { signal });
    return Version.safeParse(row).data ?? null;
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.retryable) throw error;
    return null;
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
