import {
  type DrillEstimate,
  type DrillSystem,
  DrillTiming,
  DrillVariable,
  type DrillWayEstimate,
} from "@primacy/contract";
import { failoverVariables, findGroupFacts, type GroupFacts } from "@primacy/core/check";
import { type AskedWays, predictDrill, predictWays } from "@primacy/core/drill";
import { compareNames } from "@primacy/core/topology";
import type { MemberRecord } from "@primacy/db";
import { endpointOf, getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";

/** What is foreseen of a drill. */
export interface DrillForecast {
  /** For how long writes would stop through a VIP; null: not known. */
  readonly estimate: DrillEstimate | null;
  /** The same through proxies of which it is known. */
  readonly wayEstimates: readonly DrillWayEstimate[];
  /** What decides when a silent member is expelled; null: no server answers. */
  readonly group: GroupFacts | null;
  /** The versions and the settings that this rests on. */
  readonly system: DrillSystem;
}

/** What is kept of a text that a server says. */
const longestText = 200;
const names = [...new Set(["version", ...DrillVariable.options, ...failoverVariables])];
type Variables = Readonly<Record<string, string>>;

/** For how long writes would stop by such a fault, by what the servers have set now, and all that the verdict rests on besides. */
export async function readEstimate(
  worker: WorkerContext,
  loaded: LoadedCluster,
  asked: AskedWays,
  signal: AbortSignal,
): Promise<DrillForecast> {
  const { cluster, wanted } = loaded;
  const account = await getAccount(worker.db, cluster.id, "admin");
  const read = await Promise.all(
    cluster.members.map(async (member) => ({ member, variables: await readServer(member, account, signal) })),
  );
  const settings = read.flatMap(({ variables }) => (variables === null ? [] : [{ variables }]));
  const group = findGroupFacts(settings);
  const facts = { group, timings: wanted.timings };
  const estimate = predictDrill(facts, asked.fault);
  const wayEstimates = predictWays(facts, asked, await worker.db.proxies.listByCluster(cluster.id));
  return { group, estimate, wayEstimates, system: describeSystem(worker, loaded, read) };
}

/** Null: it does not answer. */
async function readServer(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<Variables | null> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      return await readVariables(connection, names, { signal });
    } finally {
      connection.leave();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return null;
    throw error;
  }
}

function describeSystem(
  { version: primacyVersion }: WorkerContext,
  { hosts, wanted }: LoadedCluster,
  read: readonly { readonly member: MemberRecord; readonly variables: Variables | null }[],
): DrillSystem {
  const servers = read.map(({ member, variables }) => ({
    name: nameOfMember(member),
    version: variables?.version?.slice(0, longestText) ?? null,
    variables: keep(variables ?? {}, DrillVariable.options, (value) => value.slice(0, longestText)),
    agentVersion: hosts.find(({ id }) => id === member.hostId)?.agentVersion ?? null,
  }));
  return {
    primacyVersion,
    servers: servers.toSorted((a, b) => compareNames(a.name, b.name)),
    timings: keep(wanted.timings, DrillTiming.options, (value) => value),
  };
}

/** Those of some names, as far as they are there. */
function keep<K extends string, V>(
  values: Readonly<Partial<Record<K, V>>>,
  wanted: readonly K[],
  change: (value: V) => V,
): Record<string, V> {
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, change(value)] as const];
    }),
  );
}
