import { type PluginPathSight, type PluginPeer, pluginPort } from "@primacy/core/greatdb-ha";
import type { LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import type { PathFacts } from "./path-facts";
import { isReason, readFacts, tryPath } from "./try-path";

type Member = LoadedCluster["cluster"]["members"][number];

/**
 * Tries from each member's host how its plugin would reach those of the others, all at once and before any is loaded. Changes nothing; what
 * does not answer is part of the answer. By members' ids; empty without an administrator's account, for which another check fails.
 */
export async function observePaths(
  worker: WorkerContext,
  loaded: LoadedCluster,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PluginPathSight>> {
  const { id, members } = loaded.cluster;
  const administrator = await worker.db.clusters.findCredential(id, "administrator");
  if (administrator === null) return new Map();
  const seen = members.map(async (member) => {
    const facts = await readFacts(member, administrator, signal);
    const sight: PluginPathSight = isReason(facts)
      ? { kind: "unread", reason: facts }
      : await look(worker, loaded, member, facts, signal);
    return [member.id, sight] as const;
  });
  return new Map(await Promise.all(seen));
}

/** The other members by the names that people know their hosts by. */
export function namePeers({ cluster, hosts }: LoadedCluster, { peers }: PathFacts): readonly PluginPeer[] {
  return peers.map(({ serverUuid, host, port }) => {
    const member = cluster.members.find((one) => one.serverUuid.toLowerCase() === serverUuid);
    const name = hosts.find(({ id }) => id === member?.hostId)?.name ?? host;
    return { memberId: member?.id ?? null, name, host, port };
  });
}

async function look(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: Member,
  facts: PathFacts,
  signal: AbortSignal,
): Promise<PluginPathSight> {
  const { release, user, secret, accounts, connections } = facts;
  if (release === null || release.channel === "none") return { kind: "none" };
  const peers = namePeers(loaded, facts);
  const isByPort = release.channel === "port";
  const tried =
    isByPort || secret !== null
      ? await tryPath(worker, loaded, member, { facts, asks: false }, signal)
      : null;
  const path = tried === null || isReason(tried) ? null : tried;
  const tries = path?.tries ?? null;
  return isByPort
    ? { kind: "port", port: pluginPort, isListening: path?.isListening ?? null, peers, tries }
    : { kind: "udf", user, hasPassword: secret !== null, accounts, connections, peers, tries };
}
