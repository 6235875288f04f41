import { joinMessages, type Message, message, messageWith, paramsWith } from "@primacy/contract";
import type { PluginPathTry } from "@primacy/contract/agent";
import { getAdministrator } from "../../cluster-record/administrator";
import { type LoadedCluster, loadCluster } from "../../cluster-record/load-cluster";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { namePeers } from "./observe-path";
import type { PathFacts } from "./path-facts";
import { isReason, readFacts, tryPath } from "./try-path";

/**
 * Proves that each member's plugin reaches those of the others over the path that it uses, now that all are loaded: by the plugins' own
 * function, or by a connection to their port. What was proved, and of whom nothing could be asked, is returned. Throws `StepFailure`
 * `plugin_path`, which may be tried again.
 */
export async function verifyPaths(
  context: StepContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const administrator = await getAdministrator(context, clusterId, null);
  const loaded = await loadCluster(context.worker.db, clusterId);
  const proved = await Promise.all(
    loaded.cluster.members.map(async (member) => {
      const host = loaded.hosts.find(({ id }) => id === member.hostId)?.name ?? member.address;
      const facts = await readFacts(member, administrator, signal);
      if (isReason(facts)) return messageWith("detail.plugin_path_unproved", { host }, { reason: facts });
      return verifyFrom(context, loaded, { member, host, facts }, signal);
    }),
  );
  const unproved = proved.filter((one) => one !== null);
  return unproved.length === 0 ? [message("detail.plugin_path_proved")] : unproved;
}

interface From {
  readonly member: LoadedCluster["cluster"]["members"][number];
  readonly host: string;
  readonly facts: PathFacts;
}

/** Null where it reaches all of them, or its release tells nobody; else why nothing could be asked. */
async function verifyFrom(
  context: StepContext,
  loaded: LoadedCluster,
  { member, host, facts }: From,
  signal: AbortSignal,
): Promise<Message | null> {
  const { release, secret } = facts;
  if (release === null || release.channel === "none") return null;
  if (release.channel === "udf" && secret === null)
    return messageWith(
      "detail.plugin_path_unproved",
      { host },
      { reason: message("problem.plugin_path_no_password") },
    );
  const tried = await tryPath(context.worker, loaded, member, { facts, asks: true }, signal);
  if (isReason(tried)) return messageWith("detail.plugin_path_unproved", { host }, { reason: tried });
  for (const [at, peer] of namePeers(loaded, facts).entries()) {
    const reason = findFault(tried.tries[at]);
    if (reason === null) continue;
    const params = paramsWith({ host, peer: peer.name }, { reason });
    throw new StepFailure("failure.plugin_path", { params, retryable: true });
  }
  return null;
}

/** The function's answer begins with 0, or with 1 for whoever's view is older: either says that it was asked and may be. */
function findFault(tried: PluginPathTry | undefined): Message | null {
  if (tried === undefined) return joinMessages([]);
  if (tried.kind === "failed") return tried.told;
  if (tried.kind === "reached" || tried.answer === null || /^[01]/.test(tried.answer)) return null;
  return message("problem.plugin_path_answer", { shownAs: tried.answer.slice(0, 60) });
}
