import {
  type BenchmarkFields,
  type ClusterEndpoint,
  type MeasuredArm,
  type Message,
  withPort,
} from "@primacy/contract";
import { type BenchmarkSnapshot, type EndpointSight, isGrid } from "@primacy/core/benchmark";
import { findEndpoint, listEndpoints } from "@primacy/core/endpoint";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount, type LoadedCluster, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { findExplainedFailure } from "../operation/failure";
import { observeHygiene } from "./hygiene/observe-hygiene";
import { observeLoadHost } from "./observe-load-host";

/** What a benchmark stands on, and its arms with the addresses that they have now. */
export interface ObservedBenchmark {
  readonly snapshot: BenchmarkSnapshot;
  readonly arms: readonly MeasuredArm[];
  /** Null: there is none, or none that can be asked. */
  readonly primary: { readonly serverUuid: string; readonly name: string } | null;
  /** The `server_uuid`s of the members that are ONLINE. */
  readonly online: readonly string[];
  /** An endpoint that leads to the primary, or else the primary's own address. */
  readonly fillAt: { readonly address: string; readonly port: number };
  /** Reasons of which the snapshot has the text alone. */
  readonly told: readonly Message[];
}

/** Looks at the load host, the group, and where each endpoint leads. Changes nothing. */
export async function observeBenchmark(
  worker: WorkerContext,
  loaded: LoadedCluster,
  fields: BenchmarkFields,
  signal: AbortSignal,
): Promise<ObservedBenchmark> {
  const { cluster, vips } = loaded;
  const known = listEndpoints({
    members: cluster.members,
    vips,
    proxies: await worker.db.proxies.listByCluster(cluster.id),
    custom: await worker.db.endpoints.listCustom(cluster.id),
  });
  const arms = fields.arms.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.flatMap((ref) => findEndpoint(known, ref) ?? []),
  }));
  const { primary, members, online } = await observeGroup(worker, loaded, signal);
  const seen = await Promise.all(
    arms
      .flatMap(({ endpoints }) => endpoints)
      .map(async (endpoint) => ({
        endpoint,
        sight: await observeEndpoint(worker, loaded, endpoint, primary, signal),
      })),
  );
  const leading = seen.find(({ sight }) => sight.kind === "reached" && sight.isPrimary)?.endpoint;
  const { address, port } = leading ?? primary ?? { address: "-", port: 0 };
  const group = { primaryUuid: primary?.serverUuid ?? null, online };
  const { hygiene, told } = await observeHygiene(worker, loaded, fields, group, signal);
  return {
    arms,
    primary: primary === null ? null : { serverUuid: primary.serverUuid, name: nameOf(primary) },
    online,
    fillAt: { address, port },
    told,
    snapshot: {
      fields,
      clusterName: cluster.name,
      arms,
      loadHost: await observeLoadHost(worker, loaded, fields, signal),
      endpoints: seen.map(({ endpoint, sight }) => ({ label: labelOf(endpoint), sight })),
      uneven: fields.workload.tool === "sysbench" ? listUneven(arms) : [],
      primary: primary === null ? null : nameOf(primary),
      members,
      hygiene,
    },
  };
}

function toSysbench({ address: host, port }: ClusterEndpoint) {
  return { host, port };
}

/** The arms whose addresses sysbench would take for others than they are. */
function listUneven(arms: readonly MeasuredArm[]): readonly string[] {
  return arms.filter(({ endpoints }) => !isGrid(endpoints.map(toSysbench))).map(({ name }) => name);
}

/** How an endpoint is called. */
export function labelOf({ name, address, port }: ClusterEndpoint): string {
  const place = withPort(address, port);
  return name === address || name === place ? place : `${name} (${place})`;
}

function nameOf({ hostName, address }: Pick<MemberRecord, "hostName" | "address">): string {
  return hostName ?? address;
}

interface SeenGroup {
  readonly primary: MemberRecord | null;
  readonly members: BenchmarkSnapshot["members"];
  readonly online: readonly string[];
}

async function observeGroup(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  signal: AbortSignal,
): Promise<SeenGroup> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const adapter = worker.replication[cluster.kind];
  const stateless = cluster.members.map((member) => ({ name: nameOf(member), state: null }));
  try {
    const found = await adapter.findPrimary(serversOf(cluster), account, cluster.name, signal);
    found.connection.close();
    const { serverUuid, view } = found.reading;
    return {
      primary: cluster.members.find((member) => member.serverUuid === serverUuid) ?? null,
      members: cluster.members.map((member) => ({
        name: nameOf(member),
        state: view.members.find((one) => one.serverUuid === member.serverUuid)?.state ?? null,
      })),
      online: view.members.filter(({ state }) => state === "ONLINE").map((one) => one.serverUuid),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return { primary: null, members: stateless, online: [] };
  }
}

/**
 * Connects as a client does, with the account that may do least. Whoever answers has to show the certificate of a member, whichever that
 * is behind the address.
 */
async function observeEndpoint(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  { address, port }: ClusterEndpoint,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<EndpointSight> {
  const account = await getAccount(worker.db, cluster.id, "verify");
  const authorities = [
    ...(primary === null ? [] : [endpointOf(primary).authority]),
    ...cluster.members.map((member) => endpointOf(member).authority),
  ];
  for (const authority of new Set(authorities)) {
    try {
      return await lookThrough({ address, port, authority }, account, cluster.members, primary, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      if (error.code !== "mysql_untrusted") return { kind: "silent", reason: error.explanation };
    }
  }
  return { kind: "unverified" };
}

const ServerRow = z.object({
  uuid: z.string(),
  read_only: z.coerce.number(),
  max: z.coerce.number(),
});
const StatusRow = z.object({ Value: z.coerce.number() });

async function lookThrough(
  server: Parameters<typeof connectServer>[0],
  account: ServerAccount,
  members: readonly MemberRecord[],
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<EndpointSight> {
  const startedMs = performance.now();
  const connection = await connectServer(server, account, signal);
  const connectMs = performance.now() - startedMs;
  try {
    const { uuid, read_only: isReadOnly, max } = await readServer(connection, signal);
    const member = members.find(({ serverUuid }) => serverUuid.toLowerCase() === uuid.toLowerCase());
    return {
      kind: "reached",
      member: member === undefined ? null : nameOf(member),
      isPrimary: member !== undefined && member.id === primary?.id,
      isReadOnly: isReadOnly === 1,
      connectMs,
      connections: { max, used: await countConnections(connection, signal) },
    };
  } finally {
    connection.close();
  }
}

async function readServer(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<z.infer<typeof ServerRow>> {
  const sql =
    "SELECT @@server_uuid AS uuid, @@global.super_read_only AS read_only, @@global.max_connections AS max";
  const [row] = await connection.query(sql, { signal });
  return ServerRow.parse(row);
}

async function countConnections(connection: ServerConnection, signal: AbortSignal): Promise<number> {
  const [row] = await connection.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'", { signal });
  return StatusRow.parse(row).Value;
}
