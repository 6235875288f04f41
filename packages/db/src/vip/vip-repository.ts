import {
  isRefusal,
  type Page,
  problemDetail,
  ReadVipRules,
  type Refusal,
  refuse,
  type StoredVipChange,
  Vip,
  type VipKind,
  type VipRequest,
} from "@primacy/contract";
import { raiseEpoch } from "../cluster/epoch";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import { notFound } from "../errors/database-error";
import type { Prisma, Vip as VipRow } from "../generated/client";
import { type PageRequest, toPage } from "../page/page-request";

/** Reads the wanted VIPs. */
export interface VipReader {
  find(id: string): Promise<Vip | null>;
  /** Throws `not_found`. */
  get(id: string): Promise<Vip>;
  /** Whose address it is, in any cluster. */
  findByAddress(address: string): Promise<Vip | null>;
  /** In the order of creation. */
  list(clusterId: string, page: PageRequest): Promise<Page<Vip>>;
  /** Every VIP of a cluster, in the order of creation. */
  listByCluster(clusterId: string): Promise<readonly Vip[]>;
}

/** Changes the wanted VIPs. Each change raises the cluster's epoch in the same transaction. */
export interface VipRepository extends VipReader {
  /** Refused with `already_exists` for an address that is taken. */
  create(clusterId: string, request: VipRequest): Promise<Vip | Refusal>;
  /**
   * Changes a VIP if nobody changed it since `revision` was read (null: whatever it is). Refused with
   * `not_found`, `revision_conflict`, `already_exists`.
   */
  change(id: string, revision: number | null, change: StoredVipChange): Promise<Vip | Refusal>;
  /** Removes a VIP under the same condition. Refused with `not_found`, `revision_conflict`. */
  remove(id: string, revision: number | null): Promise<Refusal | null>;
}

/** Reads through a connection or a transaction. */
export function createVipReader({ connection }: RepositoryContext): VipReader {
  async function findWhere(where: { id: string } | { address: string }): Promise<Vip | null> {
    const row = await connection.vip.findUnique({ where });
    return row && toVip(row);
  }
  return {
    find: (id) => findWhere({ id }),
    async get(id) {
      const vip = await findWhere({ id });
      if (!vip) throw notFound("VIP", id);
      return vip;
    },
    findByAddress: (address) => findWhere({ address }),
    async list(clusterId, page) {
      const rows = await connection.vip.findMany({
        where: { clusterId, ...(page.after ? { id: { gt: page.after.id } } : {}) },
        orderBy: { id: "asc" },
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, toVip, (row) => ["", row.id]);
    },
    async listByCluster(clusterId) {
      const rows = await connection.vip.findMany({ where: { clusterId }, orderBy: { id: "asc" } });
      return rows.map(toVip);
    },
  };
}

/** Writes within a transaction. */
export function createVipRepository(context: RepositoryContext): VipRepository {
  const { connection } = context;
  const reader = createVipReader(context);

  async function checkAddress(address: string, exceptId: string | null): Promise<Refusal | null> {
    const taken = await reader.findByAddress(address);
    if (!taken || taken.id === exceptId) return null;
    const params = { what: address };
    return refuse("already_exists", [problemDetail("/address", "already_exists", params)], params);
  }

  async function checkRevision(id: string, revision: number | null): Promise<Vip | Refusal> {
    await lockUntilCommit(connection, "vips");
    const vip = await reader.find(id);
    if (!vip) return refuse("not_found", [], { what: "VIP" });
    return revision !== null && revision !== vip.revision ? refuse("revision_conflict") : vip;
  }

  return {
    ...reader,
    async create(clusterId, request) {
      await lockUntilCommit(connection, "vips");
      const { kind, provider, address, prefixLength, port, nics, onRelease } = request;
      const refusal = await checkAddress(address, null);
      if (refusal) return refusal;
      const row = await connection.vip.create({
        data: {
          clusterId,
          kind,
          provider,
          address,
          prefixLength,
          port,
          nics: toJson(nics),
          onRelease,
          isGuarded: request.guard === true,
          ...toRulesData(kind, request.reads ?? ReadVipRules.parse({})),
        },
      });
      await raiseEpoch(connection, clusterId);
      return toVip(row);
    },
    async change(id, revision, change) {
      const vip = await checkRevision(id, revision);
      if (isRefusal(vip)) return vip;
      const refusal = change.address === undefined ? null : await checkAddress(change.address, id);
      if (refusal) return refusal;
      const row = await connection.vip.update({ where: { id }, data: toChangeData(vip.kind, change) });
      await raiseEpoch(connection, vip.clusterId);
      return toVip(row);
    },
    async remove(id, revision) {
      const vip = await checkRevision(id, revision);
      if (isRefusal(vip)) return vip;
      await connection.vip.delete({ where: { id } });
      await raiseEpoch(connection, vip.clusterId);
      return null;
    },
  };
}

/** A write VIP has no such rules, whoever asks for them. */
function toRulesData(
  kind: VipKind,
  rules: ReadVipRules | undefined,
): Pick<Prisma.VipUncheckedCreateInput, "readPolicy" | "maxLagSeconds" | "preferredHostId"> {
  if (kind === "write" || rules === undefined) return {};
  const { policy, maxLagSeconds, preferredHostId = null } = rules;
  return { readPolicy: policy, maxLagSeconds, preferredHostId };
}

function toRulesChangeData(kind: VipKind, change: StoredVipChange["reads"]): Prisma.VipUpdateInput {
  if (kind === "write" || change === undefined) return {};
  const { policy, maxLagSeconds, preferredHostId } = change;
  return {
    ...(policy === undefined ? {} : { readPolicy: policy }),
    ...(maxLagSeconds === undefined ? {} : { maxLagSeconds }),
    ...(preferredHostId === undefined ? {} : { preferredHostId }),
  };
}

function toChangeData(kind: VipKind, change: StoredVipChange): Prisma.VipUpdateInput {
  const { provider, address, prefixLength, port, nics, onRelease, enabled, paused } = change;
  // Only a plugin's address is guarded.
  const isGuarded = change.guard ?? (provider === "agent" ? false : undefined);
  return {
    revision: { increment: 1 },
    ...(provider === undefined ? {} : { provider }),
    ...(address === undefined ? {} : { address }),
    ...(prefixLength === undefined ? {} : { prefixLength }),
    ...(port === undefined ? {} : { port }),
    ...(nics === undefined ? {} : { nics: toJson(nics) }),
    ...(onRelease === undefined ? {} : { onRelease }),
    ...toRulesChangeData(kind, change.reads),
    ...(isGuarded === undefined ? {} : { isGuarded }),
    ...(enabled === undefined ? {} : { isEnabled: enabled }),
    ...(paused === undefined
      ? {}
      : { pausedAt: paused?.since ?? null, pausedHostId: paused?.hostId ?? null }),
  };
}

function toVip(row: VipRow): Vip {
  const { id, clusterId, provider, kind, address, prefixLength, port, nics, onRelease, revision } = row;
  return Vip.parse({
    id,
    clusterId,
    provider,
    kind,
    address,
    prefixLength,
    port,
    nics,
    onRelease,
    ...(kind === "read" ? { reads: toRules(row) } : {}),
    ...(row.isGuarded ? { guard: true } : {}),
    enabled: row.isEnabled,
    ...(row.pausedAt === null
      ? {}
      : { paused: { hostId: row.pausedHostId, since: toInstant(row.pausedAt) } }),
    revision,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  });
}

function toRules({ readPolicy, maxLagSeconds, preferredHostId }: VipRow): ReadVipRules {
  return ReadVipRules.parse({
    ...(readPolicy === null ? {} : { policy: readPolicy }),
    ...(maxLagSeconds === null ? {} : { maxLagSeconds }),
    ...(preferredHostId === null ? {} : { preferredHostId }),
  });
}
