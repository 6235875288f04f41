import {
  isRefusal,
  type Message,
  message,
  operationKinds,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import {
  findDifferences,
  planRefresh,
  type RefreshSnapshot,
  type RefreshStep,
  type WantedMemberDraft,
} from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import type { z } from "zod";
import { knownOf, trustFacts } from "../cluster-record/choose-authority";
import {
  endpointOf,
  getAccount,
  type LoadedCluster,
  loadCluster,
  targetOf,
} from "../cluster-record/load-cluster";
import { areSameMembers, fromRecord, toDraft } from "../cluster-record/member-draft";
import { noteFinished } from "../cluster-record/note-finished";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { hashText } from "../observe/held-document";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import type { ReplicationAdapter } from "../replication/replication-adapter";
import type { DiscoveredServer } from "./discover";
import { discoverThroughAny } from "./discover-through-any";
import { findNewNics } from "./find-new-nics";
import { listForgottenVips } from "./forgotten-vips";
import { logTrust } from "./read-authority";
import { refreshExecutors } from "./refresh-steps";

const Input = operationKinds["cluster.refresh"].input;

/** `cluster.refresh`: discovers the members again, matches them to hosts, and brings the agents up to date. */
export const refreshOperation: OperationDefinition = defineOperation<z.output<typeof Input>, RefreshStep>({
  input: Input,
  timeoutMs: 60_000,
  async plan(context, { overrule }, signal) {
    const clusterId = context.operation.clusterId ?? "";
    const loaded = await loadCluster(context.worker.db, clusterId);
    const account = await getAccount(context.worker.db, clusterId, "admin");
    const judged = await discoverThroughAny(context, loaded, account, signal);
    const stands = judged.blocking.filter((reason) => reason.code !== "discovery.registered");
    if (stands.length > 0)
      return refuse(
        "conflict",
        stands.map((reason) => ({ path: "", code: reason.code, message: reason })),
      );
    for (const member of judged.members) await logTrust(context, member);
    const { vips } = loaded;
    const found = judged.members.map((member) => refreshed(loaded, member));
    const kept = await keepAbsent(context, loaded, found, account, signal);
    const members = [...found, ...kept];
    const newNics = await findNewNics(context.worker, members, vips, signal);
    if (isRefusal(newNics)) return newNics;
    const previous = loaded.cluster.members.map(fromRecord);
    const held = await observeHeld(context, loaded, members, { mayRelease: overrule }, signal);
    // What is stored raises the epoch, and an epoch above that of newer agents is a decision about what they hold.
    const isStoring = !areSameMembers(members, previous) || Object.keys(newNics).length > 0;
    if (isStoring && held.differences.length > 0 && !overrule) return refuseUndecided(held.differences);
    const planned = planRefresh({
      clusterId,
      members,
      previous,
      leaving: loaded.wanted.hosts.filter((host) => isLeaving(loaded, host.hostId, members)),
      vips,
      newNics,
      mayOverrule: overrule,
      ...held,
    });
    // A refresh may be ordered without a look at its plan, so what it means is told in its log.
    for (const consequence of planned.consequences) await context.log("warning", consequence);
    return planned;
  },
  executors: refreshExecutors,
  finish: async () => null,
  settle: noteFinished,
});

/** What the agents hold that this console, where it was restored from an older database, has otherwise or not at all. */
async function observeHeld(
  { worker }: OperationContext,
  { wanted }: LoadedCluster,
  members: readonly WantedMemberDraft[],
  { mayRelease }: { readonly mayRelease: boolean },
  signal: AbortSignal,
): Promise<Required<Pick<RefreshSnapshot, "differences" | "letGo">>> {
  const held = await Promise.all(
    wanted.hosts.map((host) => worker.observer.readHeld(targetOf(host), signal)),
  );
  const hostIds = members.map((member) => member.hostId);
  return {
    differences: findDifferences(wanted, held, hashText),
    letGo: await listForgottenVips(worker, hostIds, signal, { mayRelease }),
  };
}

function refuseUndecided(differences: readonly Message[]): Refusal {
  const named = differences.map((one) => ({ path: "", code: one.code, message: one }));
  return refuse("conflict", [problemDetail("", "agents_differ"), ...named]);
}

/** What is known of a member that was registered stays with it. */
function refreshed(loaded: LoadedCluster, member: DiscoveredServer): WantedMemberDraft {
  const known = loaded.cluster.members.find((one) => one.serverUuid === member.serverUuid) ?? null;
  return toDraft(member, { ...known?.facts, ...trustFacts(member.trust, knownOf(known)) });
}

/**
 * Members that the group does not list now. While there is a VIP, one that may come back stays registered: its host
 * could take the address, so the others must not forget it.
 */
async function keepAbsent(
  context: OperationContext,
  loaded: LoadedCluster,
  found: readonly WantedMemberDraft[],
  account: ServerAccount,
  signal: AbortSignal,
): Promise<readonly WantedMemberDraft[]> {
  const absent = loaded.cluster.members.filter(
    (member) => !found.some((one) => one.serverUuid === member.serverUuid),
  );
  const kept: WantedMemberDraft[] = [];
  for (const member of absent) {
    const name = member.hostName ?? member.address;
    const isGone =
      loaded.vips.length === 0 ||
      isReplaced(member, found) ||
      (await isElsewhere(context.worker.replication[loaded.cluster.kind], loaded, member, account, signal));
    await context.log("warning", message(isGone ? "log.member_left" : "log.member_kept", { member: name }));
    if (!isGone) kept.push(fromRecord(member));
  }
  return kept;
}

/** A host carries one member: where the group lists another there, its server was built anew. */
function isReplaced(member: MemberRecord, found: readonly WantedMemberDraft[]): boolean {
  return found.some(
    (one) =>
      (member.hostId !== null && one.hostId === member.hostId) ||
      (one.address === member.address && one.port === member.port),
  );
}

async function isElsewhere(
  replication: ReplicationAdapter,
  loaded: LoadedCluster,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const reading = await replication.observe(connection, { signal });
      const isAnother = reading.serverUuid.toLowerCase() !== member.serverUuid.toLowerCase();
      return isAnother || reading.groupName?.toLowerCase() !== loaded.cluster.groupName;
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return false;
    throw error;
  }
}

function isLeaving(loaded: LoadedCluster, hostId: string, members: readonly WantedMemberDraft[]): boolean {
  const hasAgent = loaded.hosts.some((host) => host.id === hostId && host.agentState !== "none");
  return hasAgent && !members.some((member) => member.hostId === hostId);
}
