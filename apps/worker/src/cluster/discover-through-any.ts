import { joinMessages, type Message, paramsWith } from "@primacy/contract";
import type { ServerAddress } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import { observeMysql } from "@primacy/remote";
import { knownOf } from "../cluster-record/choose-authority";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
import { findExplainedFailure, StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { withSession } from "../ssh/ssh-session";
import { type Discovered, discover } from "./discover";
import { AuthorityReader, logTrust } from "./read-authority";

const limitMs = 8_000;

interface Candidate extends ServerAddress {
  readonly hostId: string | null;
  /** The member that is expected there. */
  readonly serverUuid: string;
}

/**
 * Discovers a registered group again: through the first member that answers where it was last, and where none does,
 * through a server that is found on a member's host over SSH, for all may have moved to another port. Throws
 * `StepFailure` `no_primary` with every reason, or `MysqlFailure` `mysql_untrusted`; the log says before what is known
 * of each server's certificate.
 */
export async function discoverThroughAny(
  context: Pick<OperationContext, "worker" | "log">,
  loaded: LoadedCluster,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<Discovered> {
  const { worker } = context;
  const { name, groupName, members } = loaded.cluster;
  const authorities = new AuthorityReader(worker, account, members, signal);
  const reasons: Message[] = [];
  let untrusted: MysqlFailure | null = null;

  async function discoverAt(candidates: readonly Candidate[]): Promise<Discovered | null> {
    // All at once, and before anything is asked: a server may have another certificate by now.
    await Promise.all(candidates.map((one) => authorities.read(one, one.hostId)));
    for (const one of candidates) {
      const { authority } = await authorities.read(one, one.hostId);
      try {
        const seed = { address: one.address, port: one.port, authority };
        return await discover(worker, seed, account, authorities, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof MysqlFailure) && !(error instanceof StepFailure)) throw error;
        if (isUntrusted(error)) untrusted = error;
        reasons.push(error.explanation);
      }
    }
    return null;
  }

  const found = await discoverAt(members);
  if (found !== null) return found;
  const moved = await discoverAt(await listMoved(worker, members, signal));
  // Beside the member, its host may carry a server of another group.
  if (moved !== null && moved.groupName.toLowerCase() === groupName) return moved;
  for (const { address, port, hostId, serverUuid } of members) {
    const trust = await authorities.read({ address, port, serverUuid }, hostId);
    await logTrust(context, { address, port, trust });
  }
  if (untrusted !== null) throw untrusted;
  const params = paramsWith({ cluster: name }, { reasons: joinMessages(reasons) });
  throw new StepFailure("failure.no_primary", { params });
}

/**
 * The ports on which MySQL servers listen on the members' hosts, without those that are known. Only where the member's
 * CA is known: any user of a host may start what calls itself a MySQL server, and must get no password.
 */
async function listMoved(
  worker: WorkerContext,
  members: readonly MemberRecord[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const lists = await Promise.all(
    members.map(async (member) => {
      const { address, hostId, serverUuid } = member;
      if (hostId === null || knownOf(member).authority === null) return [];
      const ports = await listPorts(worker, hostId, signal);
      const others = ports.filter((port) => port !== member.port);
      return others.map((port) => ({ address, port, hostId, serverUuid }));
    }),
  );
  return lists.flat();
}

async function listPorts(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await withSession(worker, hostId, limit, async (session) => {
      const privilege = await session.observePrivilege(limit);
      const servers = await observeMysql(session, privilege, true, limit);
      return servers.flatMap(({ port }) => port ?? []);
    });
  } catch (error) {
    signal.throwIfAborted();
    // A host that cannot be looked at tells nothing; why no member answered is told already.
    if (findExplainedFailure(error) === null && !limit.aborted) throw error;
    return [];
  }
}
