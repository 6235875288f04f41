import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import type { HeldCluster } from "@primacy/contract/agent";
import {
  buildDocument,
  type DocumentRight,
  findKept,
  findUnknownPeers,
  type HeldDocument,
  isWithheld,
  type ReconcileAction,
  type ReconcileOptions,
  reconcile,
  unheard,
  withoutGuards,
} from "@primacy/core/plan";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure, toRefusedFailure } from "../agent-client/agent-failure";
import { getAccount, type LoadedCluster, loadCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";
import {
  type AcceptedHash,
  AcceptedHashes,
  hashText,
  toAcceptedHash,
  withoutAgent,
} from "../observe/held-document";
import { StepFailure } from "../operation/failure";
import { findHeldEpoch, putCredential, putDocument, putGrant } from "./put-document";
import { tellRoleCheck } from "./tell-role-check";

const maxRounds = 6;

/** How the agents stand after a pass. */
export interface AgentsReconciled {
  /** Every answering agent has the current document, and none waits for its right. */
  readonly isCurrent: boolean;
  /** Nothing was told to anybody: agents are newer than this console, and what becomes of that is not decided. */
  readonly isWithheld: boolean;
  /** Hosts that were told nothing, for each holds an address of another cluster. */
  readonly keptHostNames: readonly string[];
  /** Hosts whose agent did not answer, or is not there. */
  readonly silentHostNames: readonly string[];
  /** Hosts whose agent answered and did not take what it was told, with its reason. */
  readonly refused: readonly Refused[];
}

/** A host whose agent refused its document, and why. */
export interface Refused {
  readonly hostName: string;
  readonly reason: Message;
}

/** Where an agent's last word comes from: the watcher knows it from the stream, an operation asks. */
export type HeldReader = (target: AgentTarget, signal: AbortSignal) => Promise<HeldDocument>;

/** How a pass looks, and how much it may decide. */
export interface ReconcileAgentsOptions extends Omit<ReconcileOptions, "digest"> {
  readonly readHeld?: HeldReader;
  /** What agents answered in earlier passes. */
  readonly accepted?: AcceptedHashes;
}

/** The same with what a pass keeps. */
interface Pass extends ReconcileOptions {
  readonly accepted: AcceptedHashes;
}

/**
 * Brings the agents of a cluster to its wanted configuration, as core decides: observes, acts, and observes again
 * until nothing is left to do or only silent agents are behind. Safe to run at any time, by several at once, and twice.
 * Throws what the database throws; an agent's failure makes it silent.
 */
export async function reconcileAgents(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
  options: ReconcileAgentsOptions = {},
): Promise<AgentsReconciled> {
  const readHeld = options.readHeld ?? worker.observer.readHeld;
  const pass: Pass = { ...options, digest: hashText, accepted: options.accepted ?? new AcceptedHashes() };
  const refused = new Map<string, Refused>();
  for (let round = 0; ; round += 1) {
    signal.throwIfAborted();
    const loaded = await loadCluster(worker.db, clusterId);
    const held = await Promise.all(
      loaded.wanted.hosts.map(async (host) => {
        const agentState = loaded.hosts.find((one) => one.id === host.hostId)?.agentState ?? "none";
        if (agentState === "none") return withoutAgent(host.hostId);
        // While it is installed or removed, what it holds may be about to change.
        if (agentState === "installing" || agentState === "removing") return unheard(host.hostId);
        return pass.accepted.settle(await readHeld(targetOf(host), signal));
      }),
    );
    const actions = reconcile(loaded.wanted, held, pass).filter((action) => action.kind !== "wait");
    const namesOf = (ids: readonly string[]): readonly string[] =>
      loaded.wanted.hosts.filter((host) => ids.includes(host.hostId)).map((host) => host.name);
    const silent = held.filter((one) => !one.isAnswering).map((one) => one.hostId);
    const kept = pass.mayOverrule === true ? [] : findKept(loaded.wanted, held).map((one) => one.hostId);
    const isStuck =
      actions.length > 0 && actions.every((action) => action.kind === "push" && refused.has(action.hostId));
    const isWaiting = isWithheld(loaded.wanted, held, pass);
    if (actions.length === 0 || isStuck || round >= maxRounds)
      return {
        isCurrent: actions.length === 0 && !isWaiting && kept.length === 0,
        isWithheld: isWaiting,
        keptHostNames: namesOf(kept),
        silentHostNames: namesOf(silent),
        refused: [...refused.values()],
      };
    for (const action of actions) {
      const refusal = await act(worker, loaded, action, pass, signal);
      if (action.kind !== "push") continue;
      if (refusal === null) refused.delete(action.hostId);
      else refused.set(action.hostId, refusal);
    }
  }
}

/** Throws `StepFailure` `failure.agents_refused` where an agent did not take what it was told. */
export function expectTaken({ refused }: Pick<AgentsReconciled, "refused">): void {
  if (refused.length === 0) return;
  const hosts = refused.map((one) => one.hostName).join(", ");
  const reasons = joinMessages([
    ...new Map(refused.map(({ reason }) => [reason.text, reason] as const)).values(),
  ]);
  throw new StepFailure("failure.agents_refused", { params: paramsWith({ hosts }, { reasons }) });
}

async function act(
  worker: WorkerContext,
  loaded: LoadedCluster,
  action: ReconcileAction,
  pass: Pass,
  signal: AbortSignal,
): Promise<Refused | null> {
  const { clusterId } = loaded.wanted;
  switch (action.kind) {
    case "wait":
      return null;
    case "adopt_epoch":
      await adoptEpoch(worker, loaded, action.epoch);
      return null;
    case "raise_epoch":
      await worker.db.transact(worker.actor, (unit) => unit.clusters.raiseEpoch(clusterId));
      return null;
    case "push":
      return pushQuietly(worker, loaded, action, pass, signal);
  }
}

/**
 * Goes on above the epoch for which an agent refused its document, where that agent names no host that the console
 * does not know and holds nothing otherwise. Throws `error` where it was refused for another reason, and `StepFailure`
 * `failure.unknown_peers` or `failure.agents_newer`.
 */
export async function adoptEpochOf(
  worker: WorkerContext,
  loaded: LoadedCluster,
  hostId: string,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const epoch = findHeldEpoch(error);
  const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
  if (epoch === null || host === undefined) throw error;
  const held = await worker.observer.readHeld(targetOf(host), signal);
  if (!held.isAnswering) throw error;
  const unknown = findUnknownPeers(loaded.wanted, [held]);
  if (unknown.length > 0) {
    const params = { host: host.name, hosts: await namePeers(worker, unknown) };
    throw new StepFailure("failure.unknown_peers", { params, cause: error });
  }
  // What was planned without having heard it must not decide what becomes of that.
  if (isWithheld(loaded.wanted, [held], { digest: hashText, mayForgetPeers: true }))
    throw new StepFailure("failure.agents_newer", { params: { host: host.name }, cause: error });
  await adoptEpoch(worker, loaded, epoch);
}

/** Hosts in words: the name where the console has the host, else its id. */
export async function namePeers(
  worker: Pick<WorkerContext, "db">,
  hostIds: readonly string[],
): Promise<string> {
  const hosts = await Promise.all(hostIds.map((id) => worker.db.hosts.find(id)));
  return hostIds.map((id, index) => hosts[index]?.name ?? id).join(", ");
}

/** Goes on above the epoch that an agent holds: the console was restored from an older database. Returns the new epoch. */
async function adoptEpoch(
  worker: WorkerContext,
  { wanted }: Pick<LoadedCluster, "wanted">,
  held: number,
): Promise<number> {
  const next = await worker.db.transact(worker.actor, (unit) =>
    unit.clusters.adoptEpoch(wanted.clusterId, held),
  );
  const params = { held, own: wanted.epoch, next };
  worker.log.warn({ clusterId: wanted.clusterId, ...params }, message("log.epoch_adopted", params).text);
  return next;
}

/** Tells one agent; returns its refusal, or null where it was told or is silent. */
async function pushQuietly(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { hostId, mayAcquire }: Extract<ReconcileAction, { kind: "push" }>,
  pass: Pass,
  signal: AbortSignal,
): Promise<Refused | null> {
  const { clusterId, epoch, hosts } = loaded.wanted;
  const hostName = hosts.find((one) => one.hostId === hostId)?.name ?? hostId;
  try {
    const accepted = await pushDocument(worker, loaded, hostId, mayAcquire, signal);
    if (accepted !== null) pass.accepted.note(accepted);
    worker.log.info({ clusterId, hostId, epoch }, "agent told");
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const held = findHeldEpoch(error);
    if (held !== null && pass.mayForgetPeers === true && pass.mayOverrule === true)
      await adoptEpoch(worker, loaded, held);
    else if (held !== null) return adoptQuietly(worker, loaded, { hostId, hostName }, pass, error, signal);
    else worker.log.info({ hostId, code: error.code }, "agent not told");
    return held === null && error.refusal !== null ? { hostName, reason: error.explanation } : null;
  }
}

async function adoptQuietly(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { hostId, hostName }: { readonly hostId: string; readonly hostName: string },
  pass: Pass,
  refusal: AgentFailure,
  signal: AbortSignal,
): Promise<Refused | null> {
  try {
    const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
    const held = host === undefined ? null : await worker.observer.readHeld(targetOf(host), signal);
    // What it holds is newer, and not the same: that is for an operator to decide, as the next look finds.
    if (held !== null && isWithheld(loaded.wanted, [held], { ...pass, mayForgetPeers: true })) return null;
    await adoptEpochOf(worker, loaded, hostId, refusal, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StepFailure)) {
      if (error === refusal) return null;
      throw error;
    }
    worker.log.warn({ hostId }, error.explanation.text);
    return { hostName, reason: error.explanation };
  }
}

/**
 * Gives one agent its account and its document of the loaded epoch. An agent that still belongs to a cluster that
 * this console does not have any more forgets that one first; of one that it has nothing is told. Returns the hash that it answered beside the document's own;
 * null where the host is none of the cluster's. Throws `AgentFailure`.
 */
export async function pushDocument(
  worker: WorkerContext,
  loaded: LoadedCluster,
  hostId: string,
  right: DocumentRight,
  signal: AbortSignal,
): Promise<AcceptedHash | null> {
  const { wanted } = loaded;
  const host = wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) return null;
  const target = targetOf(host);
  const hello = await greetAgent(worker, target, signal);
  if (hello.clusterId !== null && hello.clusterId !== wanted.clusterId)
    await leaveForgottenCluster(
      worker,
      target,
      { clusterId: hello.clusterId, epoch: hello.epoch ?? 0 },
      signal,
    );
  await putCredential(worker, target, await getAccount(worker.db, wanted.clusterId, "agent"), signal);
  const whole = buildDocument(wanted, hostId, right);
  const document = hello.abilities.includes("plugin_guard") ? whole : withoutGuards(whole);
  // Before what needs it: the agent would take what it may not.
  await putGrant(worker, target, document, signal);
  const { documentHash } = await putDocument(worker, target, document, signal);
  if (hello.abilities.includes("role_check")) await tellRoleCheck(worker, target, wanted.clusterId, signal);
  return toAcceptedHash(document, documentHash);
}

async function leaveForgottenCluster(
  worker: WorkerContext,
  target: AgentTarget,
  { clusterId, epoch }: HeldCluster,
  signal: AbortSignal,
): Promise<void> {
  // A cluster that the console still has keeps its agents, and its account on them.
  if ((await worker.db.clusters.find(clusterId)) !== null) {
    const details = [message("refusal.own_cluster", { clusterId })];
    throw toRefusedFailure(target, { code: "wrong_cluster", details, epoch });
  }
  await worker.agents.clientFor(target).call("forget", { clusterId, epoch }, { signal, timeoutMs: 15_000 });
}
