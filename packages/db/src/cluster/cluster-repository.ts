import { isDeepStrictEqual } from "node:util";
import {
  type ClusterKind,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  withPort,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toJson } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import { toNameKey } from "../connection/name-key";
import { notFound } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { createSecretRepository } from "../secret/secret-repository";
import {
  type ClusterCredential,
  type ClusterReader,
  type CredentialPurpose,
  createClusterReader,
} from "./cluster-reader";
import { type ClusterRecord, Facts } from "./cluster-row";
import { raiseEpoch } from "./epoch";

/** A member as discovery found it. */
export interface MemberDraft {
  readonly serverUuid: string;
  readonly address: string;
  readonly port: number;
  readonly hostId: string | null;
  /** What else was learnt of the server; no secrets. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A cluster to register. */
export interface ClusterDraft {
  readonly name: string;
  readonly kind: ClusterKind;
  readonly groupName: string;
  readonly members: readonly MemberDraft[];
  readonly config?: Readonly<Record<string, unknown>>;
}

/** What may be changed of a cluster; absent fields stay. */
export interface ClusterUpdate {
  readonly name?: string | undefined;
  /** No agent is told of it. */
  readonly isProduction?: boolean | undefined;
  /** No agent is told of it. */
  readonly allowsDrills?: boolean | undefined;
  /** No agent is told of it. */
  readonly drillObjectiveMs?: number | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/** Changes clusters. What the agents are told of rises the epoch in the same transaction. */
export interface ClusterRepository extends ClusterReader {
  /** Registers a cluster. Refused with `already_exists` for each name, group or server that is known. */
  create(draft: ClusterDraft): Promise<ClusterRecord | Refusal>;
  /**
   * Changes a cluster if nobody changed it since `revision` was read (null: whatever it is). Refused with
   * `not_found`, `revision_conflict`, `already_exists`.
   */
  change(id: string, revision: number | null, update: ClusterUpdate): Promise<ClusterRecord | Refusal>;
  /**
   * Makes the registered members equal to those discovered: known servers keep their id, others come and
   * go. Refused with `already_exists` when a server belongs to another cluster, or a host carries two. Throws
   * `not_found`.
   */
  setMembers(id: string, members: readonly MemberDraft[]): Promise<ClusterRecord | Refusal>;
  /**
   * Adds what was learnt of members to the facts that each has, and touches no other member. One that is not registered
   * with this server, address, port and host any more is left out. The epoch rises only where a fact changed.
   */
  recordFacts(id: string, learnt: readonly MemberDraft[]): Promise<void>;
  /** Stores an account, in place of the one before. */
  setCredential(id: string, purpose: CredentialPurpose, credential: ClusterCredential): Promise<void>;
  /** Deletes an account; nothing happens when there is none. */
  forgetCredential(id: string, purpose: CredentialPurpose): Promise<void>;
  /** Raises the epoch and returns it. Throws `not_found`. */
  raiseEpoch(id: string): Promise<number>;
  /**
   * Raises the epoch above `heldEpoch`, the highest that an agent was found to hold, when the database's
   * is not above it: the console was restored from an older backup. Returns the epoch that holds now.
   */
  adoptEpoch(id: string, heldEpoch: number): Promise<number>;
  /** Forgets a cluster with members, accounts, events and benchmarks. Refused with `not_found`, or `in_use` while it has VIPs. */
  remove(id: string): Promise<Refusal | null>;
}

/** Writes within a transaction. */
export function createClusterRepository(context: RepositoryContext): ClusterRepository {
  const { connection } = context;
  const reader = createClusterReader(context);
  const secrets = createSecretRepository(context);

  async function raise(id: string): Promise<number> {
    const epoch = await raiseEpoch(connection, id);
    if (epoch === null) throw notFound("cluster", id);
    return epoch;
  }

  async function forgetCredential(clusterId: string, purpose: string): Promise<void> {
    const where = { clusterId_purpose: { clusterId, purpose } };
    const row = await connection.clusterCredential.findUnique({ where });
    if (!row) return;
    await connection.clusterCredential.delete({ where });
    await secrets.remove(row.secretId);
  }

  return {
    ...reader,
    async create({ name, kind, groupName, members, config }) {
      await lockUntilCommit(connection, "clusters");
      const problems = [
        ...(await checkName(connection, name, null)),
        ...(await checkGroup(connection, groupName)),
        ...(await checkServers(connection, members, null)),
        ...checkHosts(members),
      ];
      if (problems.length > 0) return refuseTaken(problems);
      const row = await connection.cluster.create({
        data: {
          name,
          nameKey: toNameKey(name),
          kind,
          groupName: groupName.toLowerCase(),
          epoch: 1,
          config: toJson(config),
          stream: { create: {} },
          members: { create: members.map(toMemberData) },
        },
      });
      await notify(connection, { kind: "cluster", clusterId: row.id });
      return reader.get(row.id);
    },
    async change(id, revision, { name, isProduction, allowsDrills, drillObjectiveMs, config }) {
      await lockUntilCommit(connection, "clusters");
      const cluster = await reader.find(id);
      if (!cluster) return refuse("not_found", [], { what: "cluster" });
      if (revision !== null && revision !== cluster.revision) return refuse("revision_conflict");
      const problems = name === undefined ? [] : await checkName(connection, name, id);
      if (problems.length > 0) return refuseTaken(problems);
      await connection.cluster.update({
        where: { id },
        data: {
          revision: { increment: 1 },
          ...(name === undefined ? {} : { name, nameKey: toNameKey(name) }),
          ...(isProduction === undefined ? {} : { isProduction }),
          ...(allowsDrills === undefined ? {} : { allowsDrills }),
          ...(drillObjectiveMs === undefined ? {} : { drillObjectiveMs }),
          ...(config === undefined ? {} : { config: toJson(config) }),
        },
      });
      if (name !== undefined || config !== undefined) await raise(id);
      else await notify(connection, { kind: "cluster", clusterId: id });
      return reader.get(id);
    },
    async setMembers(id, members) {
      await lockUntilCommit(connection, "clusters");
      const problems = [...(await checkServers(connection, members, id)), ...checkHosts(members)];
      if (problems.length > 0) return refuseTaken(problems);
      const serverUuids = members.map((member) => member.serverUuid.toLowerCase());
      await connection.member.deleteMany({ where: { clusterId: id, serverUuid: { notIn: serverUuids } } });
      // Members may exchange their hosts, and no host has two at any moment.
      await connection.member.updateMany({ where: { clusterId: id }, data: { hostId: null } });
      for (const member of members) {
        const data = toMemberData(member);
        await connection.member.upsert({
          where: { serverUuid: data.serverUuid },
          create: { ...data, clusterId: id },
          update: data,
        });
      }
      await raise(id);
      return reader.get(id);
    },
    async recordFacts(id, learnt) {
      // With those who set the members: nobody changes them between this reading and this writing.
      await lockUntilCommit(connection, "clusters");
      let isChanged = false;
      for (const { facts, ...member } of learnt) {
        const { serverUuid, address, port, hostId } = toMemberData(member);
        const known = await connection.member.findFirst({
          where: { clusterId: id, serverUuid, address, port, hostId },
        });
        if (known === null) continue;
        const before = Facts.parse(known.facts);
        const after = { ...before, ...facts };
        if (isDeepStrictEqual(before, after)) continue;
        await connection.member.update({ where: { id: known.id }, data: { facts: toJson(after) } });
        isChanged = true;
      }
      if (isChanged) await raise(id);
    },
    async setCredential(clusterId, purpose, { user, password }) {
      await forgetCredential(clusterId, purpose);
      const secretId = await secrets.create("cluster_credential", password);
      await connection.clusterCredential.create({ data: { clusterId, purpose, account: user, secretId } });
    },
    forgetCredential,
    raiseEpoch: raise,
    async adoptEpoch(id, heldEpoch) {
      const rows = await connection.$queryRaw<{ epoch: bigint }[]>`
        SELECT epoch FROM cluster WHERE id = ${id}::uuid FOR UPDATE`;
      const epoch = rows[0]?.epoch;
      if (epoch === undefined) throw notFound("cluster", id);
      if (Number(epoch) > heldEpoch) return Number(epoch);
      await connection.cluster.update({ where: { id }, data: { epoch: heldEpoch } });
      return raise(id);
    },
    async remove(id) {
      const row = await connection.cluster.findUnique({
        where: { id },
        include: {
          vips: true,
          proxies: true,
          credentials: true,
          benchmarks: { select: { accountSecretId: true } },
        },
      });
      if (!row) return refuse("not_found", [], { what: "cluster" });
      const vip = row.vips[0];
      if (vip) return refuse("in_use", [], { what: vip.address });
      const proxy = row.proxies[0];
      if (proxy) return refuse("in_use", [problemDetail("", "proxy_of_cluster")], { what: proxy.kind });
      await connection.cluster.delete({ where: { id } });
      for (const { secretId } of row.credentials) await secrets.remove(secretId);
      for (const { accountSecretId } of row.benchmarks)
        if (accountSecretId !== null) await secrets.remove(accountSecretId);
      await notify(connection, { kind: "cluster", clusterId: id });
      return null;
    },
  };
}

function toMemberData(member: MemberDraft): {
  serverUuid: string;
  address: string;
  port: number;
  hostId: string | null;
  facts: Prisma.InputJsonValue;
} {
  const { address, port, hostId, facts } = member;
  return { serverUuid: member.serverUuid.toLowerCase(), address, port, hostId, facts: toJson(facts) };
}

async function checkName(
  connection: Prisma.TransactionClient,
  name: string,
  exceptId: string | null,
): Promise<ProblemDetail[]> {
  const row = await connection.cluster.findUnique({ where: { nameKey: toNameKey(name) } });
  return row && row.id !== exceptId ? [problemDetail("/name", "already_exists", { what: name })] : [];
}

async function checkGroup(connection: Prisma.TransactionClient, groupName: string): Promise<ProblemDetail[]> {
  const row = await connection.cluster.findUnique({ where: { groupName: groupName.toLowerCase() } });
  return row ? [problemDetail("/groupName", "already_exists", { what: `${row.name} (${groupName})` })] : [];
}

async function checkServers(
  connection: Prisma.TransactionClient,
  members: readonly MemberDraft[],
  clusterId: string | null,
): Promise<ProblemDetail[]> {
  const rows = await connection.member.findMany({
    where: { serverUuid: { in: members.map((member) => member.serverUuid.toLowerCase()) } },
    include: { cluster: true },
  });
  return rows
    .filter((row) => row.clusterId !== clusterId)
    .map((row) =>
      problemDetail("/members", "already_exists", {
        what: `${withPort(row.address, row.port)} (${row.cluster.name})`,
      }),
    );
}

/** A host carries one member of a cluster: two would be voters that die together. */
function checkHosts(members: readonly MemberDraft[]): ProblemDetail[] {
  return members
    .filter(
      ({ hostId }, index) => hostId !== null && members.findIndex((one) => one.hostId === hostId) < index,
    )
    .map(({ address, port }) =>
      problemDetail("/members", "already_exists", { what: withPort(address, port) }),
    );
}

function refuseTaken(problems: readonly ProblemDetail[]): Refusal {
  const what = problems.map((problem) => String(problem.message.params.what)).join(", ");
  return refuse("already_exists", problems, { what });
}
