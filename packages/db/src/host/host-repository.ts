import {
  type Host,
  type HostChange,
  type HostCreate,
  type HostFacts,
  type HostKey,
  problemDetail,
  type Refusal,
  refuse,
  type SshCredential,
} from "@primacy/contract";
import { raiseEpochsOfHost } from "../cluster/epoch";
import type { RepositoryContext } from "../connection/context";
import { toJson } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import { toNameKey } from "../connection/name-key";
import { notFound } from "../errors/database-error";
import type { Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { createSecretRepository } from "../secret/secret-repository";
import { checkHostConflicts } from "./host-conflicts";
import { createHostReader, type HostReader } from "./host-reader";

/** Changes hosts. */
export interface HostRepository extends HostReader {
  /**
   * Adds hosts, all or none. A key given as accepted is not pinned here, because only its fingerprint is
   * known: the caller scans, compares and calls `pinHostKey`. Refused with every name and address that
   * is taken, by a stored host or within the request; paths are those of `HostsCreate`.
   */
  createMany(hosts: readonly HostCreate[]): Promise<readonly Host[] | Refusal>;
  /**
   * Changes a host if nobody changed it since `revision` was read (null: whatever it is). A new address
   * or port forgets the pinned host key. Refused with `not_found`, `revision_conflict`, `already_exists`.
   */
  change(id: string, revision: number | null, change: HostChange): Promise<Host | Refusal>;
  /** Pins the host key that an operator accepted. Throws `not_found`. */
  pinHostKey(id: string, hostKey: HostKey): Promise<Host>;
  /** Deletes the stored credentials. Throws `not_found`. */
  forgetCredential(id: string): Promise<Host>;
  /** Stores what the connection test found. Throws `not_found`. */
  recordFacts(id: string, facts: HostFacts): Promise<void>;
  /** Forgets a host. Refused with `not_found`, or `in_use` while it carries a member or an agent. */
  remove(id: string): Promise<Refusal | null>;
}

interface StoredCredential {
  readonly credentialKind: SshCredential["kind"];
  readonly credentialSecretId: string | null;
}

/** Writes within a transaction. */
export function createHostRepository(context: RepositoryContext): HostRepository {
  const { connection } = context;
  const reader = createHostReader(context);
  const secrets = createSecretRepository(context);

  async function storeCredential(credential: SshCredential): Promise<StoredCredential> {
    const { kind } = credential;
    if (kind === "console_key") return { credentialKind: kind, credentialSecretId: null };
    return {
      credentialKind: kind,
      credentialSecretId: await secrets.create("ssh_credential", JSON.stringify(credential)),
    };
  }

  async function insert(host: HostCreate): Promise<Host> {
    const { name, address, sshPort, sshUser, agentPort } = host;
    const row = await connection.host.create({
      data: {
        name,
        nameKey: toNameKey(name),
        address,
        sshPort,
        sshUser,
        agentAddress: host.agentAddress ?? address,
        agentPort,
        ...(await storeCredential(host.credential)),
      },
    });
    await notify(connection, { kind: "host", hostId: row.id });
    return reader.get(row.id);
  }

  /** Writes, and deletes the credential that the row referred to before when it refers to it no more. */
  async function write(id: string, data: Prisma.HostUncheckedUpdateInput): Promise<Host> {
    const before = await connection.host.findUnique({ where: { id }, select: { credentialSecretId: true } });
    if (!before) throw notFound("host", id);
    const after = await connection.host.update({
      where: { id },
      data: { ...data, revision: { increment: 1 } },
    });
    if (before.credentialSecretId !== null && before.credentialSecretId !== after.credentialSecretId) {
      await secrets.remove(before.credentialSecretId);
    }
    await notify(connection, { kind: "host", hostId: id });
    return reader.get(id);
  }

  return {
    ...reader,
    async createMany(hosts) {
      await lockUntilCommit(connection, "hosts");
      const problems = await checkHostConflicts(connection, hosts, (index) => `/hosts/${index}`);
      if (problems.length > 0) return refuseTaken(problems);
      const created: Host[] = [];
      for (const host of hosts) created.push(await insert(host));
      return created;
    },
    async change(id, revision, change) {
      await lockUntilCommit(connection, "hosts");
      const host = await reader.find(id);
      if (!host) return refuse("not_found", [], { what: "host" });
      if (revision !== null && revision !== host.revision) return refuse("revision_conflict");
      const { name = host.name, address = host.address, sshPort = host.sshPort } = change;
      const problems = await reader.checkChange(host, change);
      if (problems.length > 0) return refuseTaken(problems);
      const endpoint = planAgentEndpoint(host, change);
      const isMoved = address !== host.address || sshPort !== host.sshPort;
      const changed = await write(id, {
        name,
        nameKey: toNameKey(name),
        address,
        sshPort,
        sshUser: change.sshUser ?? host.sshUser,
        ...endpoint,
        ...(isMoved ? { hostKeyAlgorithm: null, hostKeyFingerprint: null } : {}),
        ...(change.credential ? await storeCredential(change.credential) : {}),
      });
      const isEndpointChanged =
        endpoint.agentAddress !== host.agentAddress || endpoint.agentPort !== host.agentPort;
      if (isEndpointChanged || name !== host.name) await raiseEpochsOfHost(connection, id);
      return changed;
    },
    pinHostKey: (id, { algorithm, fingerprint }) =>
      write(id, { hostKeyAlgorithm: algorithm, hostKeyFingerprint: fingerprint }),
    forgetCredential: (id) => write(id, { credentialSecretId: null }),
    async recordFacts(id, facts) {
      const { count } = await connection.host.updateMany({ where: { id }, data: { facts: toJson(facts) } });
      if (count === 0) throw notFound("host", id);
      await notify(connection, { kind: "host", hostId: id });
    },
    async remove(id) {
      const row = await connection.host.findUnique({
        where: { id },
        include: { agent: true, members: { include: { cluster: true } } },
      });
      if (!row) return refuse("not_found", [], { what: "host" });
      // A proxy goes on without a console that knows of its host, and could never be removed.
      const proxies = await connection.proxy.findMany({
        where: { hosts: { array_contains: [{ hostId: id }] } },
        select: { kind: true },
      });
      const users = [
        ...row.members.map((member) => member.cluster.name),
        ...(row.agent ? ["agent"] : []),
        ...proxies.map(({ kind }) => kind),
      ];
      if (users.length > 0) {
        const reasons = users.map((what) => problemDetail("", "in_use", { what }));
        return refuse("in_use", reasons, { what: users.join(", ") });
      }
      await connection.host.delete({ where: { id } });
      if (row.credentialSecretId !== null) await secrets.remove(row.credentialSecretId);
      await notify(connection, { kind: "host", hostId: id });
      return null;
    },
  };
}

/** An agent listens on the host's own address unless told otherwise, so it follows the host. */
function planAgentEndpoint(host: Host, change: HostChange): { agentAddress: string; agentPort: number } {
  const isFollowing = host.agentAddress === host.address;
  const followed = isFollowing ? (change.address ?? host.address) : host.agentAddress;
  return { agentAddress: change.agentAddress ?? followed, agentPort: change.agentPort ?? host.agentPort };
}

function refuseTaken(problems: Refusal["errors"]): Refusal {
  const what = problems.map((problem) => String(problem.message.params.what)).join(", ");
  return refuse("already_exists", problems, { what });
}
