import { lookup } from "node:dns/promises";
import { familyOf } from "@primacy/contract";
import {
  accountUsers,
  type DiscoverySnapshot,
  type JudgedDiscovery,
  judgeDiscovery,
  type KnownHostAddresses,
  type MatchedMember,
} from "@primacy/core/cluster";
import type { Readers } from "@primacy/db";
import { addressesOf } from "../cluster-record/addresses-of";
import type { ReadAuthority } from "../cluster-record/choose-authority";
import type { WorkerContext } from "../context";
import {
  connectServer,
  type QueryOptions,
  type ServerAccount,
  type ServerConnection,
  type ServerEndpoint,
} from "../mysql/connect-server";
import { type AuthorityReader, explainTrust } from "./read-authority";

const resolveTimeoutMs = 2_000;

/** A discovered member, and what its server is verified with. */
export interface DiscoveredServer extends MatchedMember {
  readonly trust: ReadAuthority;
}

/** A discovery with what each member's server is verified with. */
export interface Discovered extends JudgedDiscovery {
  readonly members: readonly DiscoveredServer[];
}

/**
 * Asks one server for its group and judges what it says against what the console knows. The CA of each member on a
 * known host is read over SSH; the seed's, before a password is sent to it. Nothing is changed. Throws `MysqlFailure`,
 * or `StepFailure` where the server is in no group.
 */
export async function discover(
  worker: WorkerContext,
  seed: ServerEndpoint,
  account: ServerAccount,
  authorities: AuthorityReader,
  signal: AbortSignal,
): Promise<Discovered> {
  const authority = seed.authority ?? (await readOfSeed(worker, seed, authorities));
  const connection = await connectServer({ ...seed, authority }, account, signal);
  try {
    const judged = judgeDiscovery(await observeGroup(worker, connection, account.user, signal));
    const members = await Promise.all(
      judged.members.map(async (member): Promise<DiscoveredServer> => {
        const trust = await authorities.read(member, member.hostId);
        return { ...member, trust, problems: [...member.problems, ...explainTrust(member, trust)] };
      }),
    );
    return { ...judged, members };
  } finally {
    connection.close();
  }
}

async function readOfSeed(
  worker: WorkerContext,
  seed: ServerEndpoint,
  authorities: AuthorityReader,
): Promise<string | null> {
  const resolved = await resolveAll([seed.address]);
  const candidates = [seed.address, ...(resolved[seed.address] ?? [])];
  const hosts = (await listKnownHosts(worker.db)).filter((host) =>
    host.addresses.some((address) => candidates.includes(address)),
  );
  const [host] = hosts;
  // Without one host to read from, what is known of the address still counts.
  const hostId = host === undefined || hosts.length > 1 ? null : host.hostId;
  const { address, port } = seed;
  return (await authorities.read({ address, port, aliases: candidates }, hostId)).authority;
}

async function observeGroup(
  worker: WorkerContext,
  connection: ServerConnection,
  user: string,
  signal: AbortSignal,
): Promise<DiscoverySnapshot> {
  const reading = await worker.replication.group_replication.discover(connection, { signal });
  const registered = await worker.db.clusters.findByGroupName(reading.groupName);
  return {
    seed: { ...connection.server, user },
    version: reading.version,
    groupName: reading.groupName,
    view: reading.view,
    resolved: await resolveAll(reading.view.members.map((member) => member.host)),
    hosts: await listKnownHosts(worker.db),
    registeredAs: registered === null ? null : { clusterId: registered.id, name: registered.name },
    ...(await readRights(connection, user, { signal })),
  };
}

/** Every host with every address that it was seen to have. */
async function listKnownHosts(readers: Pick<Readers, "hosts">): Promise<KnownHostAddresses[]> {
  const hosts = await readers.hosts.listAll();
  return hosts.map((host) => ({ hostId: host.id, name: host.name, addresses: addressesOf(host) }));
}

async function resolveAll(names: readonly string[]): Promise<Record<string, readonly string[]>> {
  const unresolved = [...new Set(names)].filter((name) => name !== "" && familyOf(name) === null);
  const pairs = await Promise.all(
    unresolved.map(async (name) => {
      const late = new Promise<never[]>((resolve) => setTimeout(() => resolve([]), resolveTimeoutMs).unref());
      const found = lookup(name, { all: true, family: 4 }).catch(() => []);
      return [name, (await Promise.race([found, late])).map((one) => one.address)] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

const neededRights = [
  "CREATE USER",
  "GROUP_REPLICATION_ADMIN",
  "SERVICE_CONNECTION_ADMIN",
  "CONNECTION_ADMIN",
  "GRANT OPTION",
];

/** What the account may do, and whether Primacy's accounts are there already. An account that may not look is told apart. */
async function readRights(
  connection: ServerConnection,
  user: string,
  options: QueryOptions,
): Promise<Pick<DiscoverySnapshot, "hasAccounts" | "missingPrivileges">> {
  if (user === accountUsers.admin) return { hasAccounts: true, missingPrivileges: [] };
  const grants = await connection.query("SHOW GRANTS", options);
  const texts = grants.flatMap((row) => Object.values(row).map(String));
  const isGlobal = texts.filter((text) => / ON \*\.\* TO /.test(text));
  const hasAll = isGlobal.some((text) => /^GRANT ALL PRIVILEGES /.test(text));
  const missing = neededRights.filter((right) =>
    right === "GRANT OPTION"
      ? !isGlobal.some((text) => text.endsWith("WITH GRANT OPTION"))
      : !hasAll && !isGlobal.some((text) => new RegExp(`\\b${right}\\b`).test(text)),
  );
  const rows = await connection
    .query("SELECT COUNT(*) AS n FROM mysql.user WHERE user = ?", {
      ...options,
      values: [accountUsers.admin],
    })
    .catch(() => []);
  return { hasAccounts: Number(rows[0]?.n ?? 0) > 0, missingPrivileges: missing };
}
