import {
  ClusterProxy,
  type ProblemDetail,
  type ProxyDraft,
  type ProxyStop,
  type ProxyTimings,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import { notFound } from "../errors/database-error";
import type { Proxy as ProxyRow } from "../generated/client";
import { notify } from "../notification/notification";

/** What a removal needs to know to put everything back, as the kind's own module has it; no secrets. */
export type ProxyRestore = Readonly<Record<string, unknown>>;

/** Reads the proxies that this console has set up. */
export interface ProxyReader {
  find(id: string): Promise<ClusterProxy | null>;
  /** Every proxy of a cluster, in the order of creation. */
  listByCluster(clusterId: string): Promise<readonly ClusterProxy[]>;
  /** Every proxy of this console. */
  listAll(): Promise<readonly ClusterProxy[]>;
  /** Whose address it is, in any cluster. */
  findByAddress(address: string): Promise<ClusterProxy | null>;
  /** The VRRP groups of all proxies, in any cluster. */
  listVirtualRouterIds(): Promise<readonly number[]>;
  /** What was noted for the removal. Throws `not_found`. */
  getRestore(id: string): Promise<ProxyRestore>;
}

/** Records proxies. Every write may come twice. */
export interface ProxyRepository extends ProxyReader {
  /**
   * Records a proxy; one that is there already stays as it is. Refused with `already_exists` where its address or its VRRP
   * group is that of another one.
   */
  create(draft: ProxyDraft): Promise<ClusterProxy | Refusal>;
  /** Notes what a removal needs. Throws `not_found`. */
  setRestore(id: string, restore: ProxyRestore): Promise<void>;
  /** Notes how it finds the primary, by the configuration that was written. Throws `not_found`. */
  setTimings(id: string, timings: ProxyTimings): Promise<void>;
  /** Notes who stopped it; null: nobody has any more. Throws `not_found`. */
  setStopped(id: string, stopped: ProxyStop | null): Promise<void>;
  /** Forgets a proxy; one that is gone already is no other case. */
  remove(id: string): Promise<void>;
}

/** Reads through a connection or a transaction. */
export function createProxyReader({ connection }: RepositoryContext): ProxyReader {
  return {
    async find(id) {
      const row = await connection.proxy.findUnique({ where: { id } });
      return row && toProxy(row);
    },
    async listByCluster(clusterId) {
      const rows = await connection.proxy.findMany({ where: { clusterId }, orderBy: { id: "asc" } });
      return rows.map(toProxy);
    },
    async listAll() {
      const rows = await connection.proxy.findMany({ orderBy: { id: "asc" } });
      return rows.map(toProxy);
    },
    async findByAddress(address) {
      const row = await connection.proxy.findUnique({ where: { address } });
      return row && toProxy(row);
    },
    async listVirtualRouterIds() {
      const rows = await connection.proxy.findMany({ select: { virtualRouterId: true } });
      return rows.flatMap(({ virtualRouterId }) => virtualRouterId ?? []).sort((a, b) => a - b);
    },
    async getRestore(id) {
      const row = await connection.proxy.findUnique({ where: { id }, select: { restore: true } });
      if (row === null) throw notFound("proxy", id);
      return isObject(row.restore) ? row.restore : {};
    },
  };
}

/** Writes within a transaction. */
export function createProxyRepository(context: RepositoryContext): ProxyRepository {
  const { connection } = context;
  const reader = createProxyReader(context);
  type Settings = Readonly<Record<string, unknown>>;
  async function change(id: string, by: (settings: Settings) => Settings): Promise<ProxyRow> {
    const row = await connection.proxy.findUnique({ where: { id }, select: { settings: true } });
    if (row === null) throw notFound("proxy", id);
    const settings = by(isObject(row.settings) ? row.settings : {});
    return connection.proxy.update({ where: { id }, data: { settings: toJson(settings) } });
  }
  return {
    ...reader,
    async create(draft) {
      await lockUntilCommit(connection, "proxies");
      const known = await reader.find(draft.id);
      if (known !== null) return known;
      const refusal = await refuseTaken(reader, draft);
      if (refusal !== null) return refusal;
      const row = await connection.proxy.create({ data: { ...toData(draft), restore: {} } });
      await notify(connection, { kind: "cluster", clusterId: draft.clusterId });
      return toProxy(row);
    },
    async setRestore(id, restore) {
      const { count } = await connection.proxy.updateMany({
        where: { id },
        data: { restore: toJson(restore) },
      });
      if (count === 0) throw notFound("proxy", id);
    },
    async setTimings(id, timings) {
      await change(id, (settings) => ({ ...settings, timings }));
    },
    async setStopped(id, stopped) {
      const { clusterId } = await change(id, ({ stopped: _, ...settings }) =>
        stopped === null ? settings : { ...settings, stopped },
      );
      await notify(connection, { kind: "cluster", clusterId });
    },
    async remove(id) {
      const row = await connection.proxy.findUnique({ where: { id } });
      if (row === null) return;
      await connection.proxy.delete({ where: { id } });
      await notify(connection, { kind: "cluster", clusterId: row.clusterId });
    },
  };
}

/** Says what of a proxy another one has already. */
async function refuseTaken(reader: ProxyReader, draft: ProxyDraft): Promise<Refusal | null> {
  if (draft.kind !== "haproxy") return null;
  const { address, virtualRouterId } = draft;
  const errors: ProblemDetail[] = [];
  if ((await reader.findByAddress(address)) !== null)
    errors.push(problemDetail("/proxy/address", "already_exists", { what: address }));
  if ((await reader.listVirtualRouterIds()).includes(virtualRouterId))
    errors.push(problemDetail("/proxy/virtualRouterId", "already_exists", { what: virtualRouterId }));
  const [first] = errors;
  return first === undefined ? null : refuse("already_exists", errors, { what: address });
}

function toData(draft: ProxyDraft) {
  const { id, clusterId, kind, address, hosts, ports, ...rest } = draft;
  // Only one kind has a VRRP group.
  const of: { readonly virtualRouterId?: number; readonly [setting: string]: unknown } = rest;
  const { virtualRouterId = null, ...settings } = of;
  return {
    id,
    clusterId,
    kind,
    address,
    virtualRouterId,
    hosts: toJson(hosts),
    ports: toJson(ports),
    settings: toJson(settings),
  };
}

function toProxy(row: ProxyRow): ClusterProxy {
  const { id, clusterId, kind, address, virtualRouterId, hosts, ports, settings, createdAt } = row;
  return ClusterProxy.parse({
    ...(isObject(settings) ? settings : {}),
    id,
    clusterId,
    kind,
    address,
    ...(virtualRouterId === null ? {} : { virtualRouterId }),
    hosts,
    ports,
    createdAt: toInstant(createdAt),
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
