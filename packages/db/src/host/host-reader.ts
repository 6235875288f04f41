import {
  type Host,
  type HostKey,
  type HostSort,
  type Page,
  type ProblemDetail,
  SshCredential,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { readDatabaseClock } from "../connection/database-clock";
import { toNameKey } from "../connection/name-key";
import { notFound } from "../errors/database-error";
import type { SortedPageRequest } from "../page/page-request";
import { listSorted } from "../page/sorting";
import { createSecretReader } from "../secret/secret-repository";
import { checkHostConflicts, type HostIdentity } from "./host-conflicts";
import { hostInclude, toHost } from "./host-row";
import { type HostSearch, hostSortings } from "./host-sortings";

/** All that is needed to reach a host by SSH. */
export interface SshAccess {
  readonly hostId: string;
  readonly hostName: string;
  readonly address: string;
  readonly port: number;
  readonly user: string;
  /** Null when the credentials were forgotten. */
  readonly credential: SshCredential | null;
  /** The pinned key; null when no one has accepted one yet. */
  readonly hostKey: HostKey | null;
}

/** Reads hosts and their agents. */
export interface HostReader {
  find(id: string): Promise<Host | null>;
  /** Throws `not_found`. */
  get(id: string): Promise<Host>;
  /** By name, in any case. */
  findByName(name: string): Promise<Host | null>;
  /** By name, unless the page says otherwise. */
  list(page: SortedPageRequest<HostSort>): Promise<Page<Host>>;
  /** The names and addresses of new hosts that are taken, by a stored host or one earlier in the list. */
  checkTaken(hosts: readonly HostIdentity[]): Promise<readonly ProblemDetail[]>;
  /** The name and address that a host is to get and another one has. */
  checkChange(host: Host, change: HostIdentity): Promise<readonly ProblemDetail[]>;
  /** Every host, by name. */
  listAll(): Promise<readonly Host[]>;
  /** The hosts that carry members of a cluster, by name. */
  listByCluster(clusterId: string): Promise<readonly Host[]>;
  /** For the worker only: contains the credentials in clear. Throws `not_found` or `MasterKeyError`. */
  getSshAccess(id: string): Promise<SshAccess>;
}

/** Reads through a connection or a transaction. */
export function createHostReader(context: RepositoryContext): HostReader {
  const { connection } = context;

  async function find(id: string): Promise<Host | null> {
    const row = await connection.host.findUnique({ where: { id }, include: hostInclude });
    return row && toHost(row, await readDatabaseClock(connection));
  }

  async function listWhere(where: { members?: { some: { clusterId: string } } }): Promise<Host[]> {
    const rows = await connection.host.findMany({ where, include: hostInclude, orderBy: { nameKey: "asc" } });
    const now = await readDatabaseClock(connection);
    return rows.map((row) => toHost(row, now));
  }

  return {
    find,
    async get(id) {
      const host = await find(id);
      if (!host) throw notFound("host", id);
      return host;
    },
    async findByName(name) {
      const row = await connection.host.findUnique({
        where: { nameKey: toNameKey(name) },
        include: hostInclude,
      });
      return row && toHost(row, await readDatabaseClock(connection));
    },
    async list(page) {
      const now = await readDatabaseClock(connection);
      const search: HostSearch = ({ OR, orderBy, take }) =>
        connection.host.findMany({
          where: OR === undefined ? {} : { OR },
          include: hostInclude,
          orderBy,
          take,
        });
      return listSorted(hostSortings, "name", page, search, (row) => toHost(row, now));
    },
    listAll: () => listWhere({}),
    checkTaken: (hosts) => checkHostConflicts(connection, hosts, (index) => `/hosts/${index}`),
    checkChange: ({ id, name, address, sshPort }, change) => {
      const next = {
        name: change.name ?? name,
        address: change.address ?? address,
        sshPort: change.sshPort ?? sshPort,
      };
      return checkHostConflicts(connection, [next], () => "", id);
    },
    listByCluster: (clusterId) => listWhere({ members: { some: { clusterId } } }),
    async getSshAccess(id) {
      const row = await connection.host.findUnique({ where: { id } });
      if (!row) throw notFound("host", id);
      const { hostKeyAlgorithm: algorithm, hostKeyFingerprint: fingerprint } = row;
      return {
        hostId: id,
        hostName: row.name,
        address: row.address,
        port: row.sshPort,
        user: row.sshUser,
        credential: await readCredential(context, row.credentialKind, row.credentialSecretId),
        hostKey: algorithm !== null && fingerprint !== null ? { algorithm, fingerprint } : null,
      };
    },
  };
}

async function readCredential(
  context: RepositoryContext,
  kind: string,
  secretId: string | null,
): Promise<SshCredential | null> {
  if (kind === "console_key") return { kind };
  if (secretId === null) return null;
  return SshCredential.parse(JSON.parse(await createSecretReader(context).open(secretId)));
}
