import type { ClusterSort, Page } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { readDatabaseClock } from "../connection/database-clock";
import { toNameKey } from "../connection/name-key";
import { notFound } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { type PageRequest, type SortedPageRequest, toPage } from "../page/page-request";
import { byCreation, byText, listSorted, type Sorting } from "../page/sorting";
import { createSecretReader } from "../secret/secret-repository";
import {
  type ClusterRecord,
  clusterInclude,
  type MemberRecord,
  toClusterRecord,
  toMemberRecord,
} from "./cluster-row";

/**
 * The MySQL accounts of a cluster: `administrator` is what the operator gave and asked to keep, `admin`
 * switches over, `agent` observes, `verify` writes nothing but the verification row.
 */
export type CredentialPurpose = "administrator" | "admin" | "agent" | "verify";

/** An account in clear. */
export interface ClusterCredential {
  readonly user: string;
  readonly password: string;
}

/** Reads clusters and their members. */
export interface ClusterReader {
  find(id: string): Promise<ClusterRecord | null>;
  /** Throws `not_found`. */
  get(id: string): Promise<ClusterRecord>;
  /** By name, in any case. */
  findByName(name: string): Promise<ClusterRecord | null>;
  /** By the UUID of the replication group. */
  findByGroupName(groupName: string): Promise<ClusterRecord | null>;
  /** By name, unless the page says otherwise. */
  list(page: SortedPageRequest<ClusterSort>): Promise<Page<ClusterRecord>>;
  /** Every cluster, by name. */
  listAll(): Promise<readonly ClusterRecord[]>;
  /** In the order of registration. */
  listMembers(clusterId: string, page: PageRequest): Promise<Page<MemberRecord>>;
  /** For the worker only: an account in clear; null when none is stored. Throws `MasterKeyError`. */
  findCredential(clusterId: string, purpose: CredentialPurpose): Promise<ClusterCredential | null>;
}

type Row = Prisma.ClusterGetPayload<{ include: typeof clusterInclude }>;

const sortings: Readonly<
  Record<ClusterSort, Sorting<Prisma.ClusterWhereInput, Prisma.ClusterOrderByWithRelationInput, Row>>
> = {
  name: byText({
    where: (nameKey) => ({ nameKey }),
    orderBy: (nameKey) => ({ nameKey }),
    read: (row) => row.nameKey,
  }),
  createdAt: byCreation,
};

type Where = { id: string } | { nameKey: string } | { groupName: string };

/** Reads through a connection or a transaction. */
export function createClusterReader(context: RepositoryContext): ClusterReader {
  const { connection } = context;

  async function findWhere(where: Where): Promise<ClusterRecord | null> {
    const row = await connection.cluster.findUnique({ where, include: clusterInclude });
    return row && toClusterRecord(row, await readDatabaseClock(connection));
  }

  return {
    find: (id) => findWhere({ id }),
    async get(id) {
      const cluster = await findWhere({ id });
      if (!cluster) throw notFound("cluster", id);
      return cluster;
    },
    findByName: (name) => findWhere({ nameKey: toNameKey(name) }),
    findByGroupName: (groupName) => findWhere({ groupName: groupName.toLowerCase() }),
    async list(page) {
      const now = await readDatabaseClock(connection);
      return listSorted(
        sortings,
        "name",
        page,
        ({ OR, orderBy, take }) =>
          connection.cluster.findMany({
            where: OR === undefined ? {} : { OR },
            include: clusterInclude,
            orderBy,
            take,
          }),
        (row) => toClusterRecord(row, now),
      );
    },
    async listAll() {
      const rows = await connection.cluster.findMany({
        include: clusterInclude,
        orderBy: { nameKey: "asc" },
      });
      const now = await readDatabaseClock(connection);
      return rows.map((row) => toClusterRecord(row, now));
    },
    async listMembers(clusterId, page) {
      const rows = await connection.member.findMany({
        where: { clusterId, ...(page.after ? { id: { gt: page.after.id } } : {}) },
        include: { host: true },
        orderBy: { id: "asc" },
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, toMemberRecord, (row) => ["", row.id]);
    },
    async findCredential(clusterId, purpose) {
      const row = await connection.clusterCredential.findUnique({
        where: { clusterId_purpose: { clusterId, purpose } },
      });
      if (!row) return null;
      return { user: row.account, password: await createSecretReader(context).open(row.secretId) };
    },
  };
}
