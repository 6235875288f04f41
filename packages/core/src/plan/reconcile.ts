import {
  type Digest,
  findDifferences,
  findKept,
  type HeldDocument,
  listNewer,
  unheard,
} from "./find-differences";
import type { WantedCluster } from "./wanted";

/** What brings the agents to the wanted configuration, or why nothing can be done for one of them. */
export type ReconcileAction =
  | { readonly kind: "adopt_epoch"; readonly epoch: number }
  | { readonly kind: "raise_epoch" }
  | { readonly kind: "push"; readonly hostId: string; readonly mayAcquire: boolean }
  | { readonly kind: "wait"; readonly hostId: string; readonly unawareHostIds: readonly string[] };

/** How much `reconcile` may decide. */
export interface ReconcileOptions {
  readonly digest: Digest;
  /** The members were just discovered again: a peer that this console does not know is one no more. */
  readonly mayForgetPeers?: boolean;
  /** An operator decided that what the console has configured comes into force in the place of what agents hold. */
  readonly mayOverrule?: boolean;
}

/**
 * Decides what to tell which agent. Invariant: a host may take an address only when every other host that could take
 * it knows this host as a peer, for only then does that other host wait for its release. So a host that some peer does
 * not know yet joins without the right, and gets it under a higher epoch once all know it; and a host that has the
 * right is told nothing that would take it away, until it can keep it.
 * A host that holds an address of another cluster, or would take it over, keeps it, and is told nothing: it is none that
 * could take an address of this one. Run it again after each observation: it converges, and an empty answer means that nothing is left to do.
 */
export function reconcile(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
  options: ReconcileOptions,
): readonly ReconcileAction[] {
  if (isWithheld(wanted, held, options)) return [];
  const newer = listNewer(wanted, held, options.digest);
  const highest = Math.max(-1, ...newer.map((one) => one.epoch ?? -1));
  if (highest > wanted.epoch) {
    // Whoever was not heard yet may hold something else: one answer is not the whole of what agents hold.
    const isPartial = wanted.hosts.some(({ hostId }) => findHeld(held, hostId).peers === null);
    return isPartial && options.mayOverrule !== true ? [] : [{ kind: "adopt_epoch", epoch: highest }];
  }
  // An agent refuses other content under the epoch that it holds. Its peers are no part of what is compared.
  if (newer.length > 0 || findUnknownPeers(wanted, held).length > 0) return [{ kind: "raise_epoch" }];
  const all = wanted.hosts.map((host) => findHeld(held, host.hostId));
  const kept = options.mayOverrule === true ? [] : findKept(wanted, all);
  const lagging = all.filter(
    (one) => one.isAnswering && !isCurrent(wanted, one) && !kept.some(({ hostId }) => hostId === one.hostId),
  );
  const actions = lagging.map((one): ReconcileAction => {
    // It gets the same again, with the permit before it: nobody's right changes by that.
    if (isTold(wanted, one)) return { kind: "push", hostId: one.hostId, mayAcquire: !one.isJoining };
    const unaware = unawareOf(wanted, all, one.hostId);
    if (unaware.length === 0) return { kind: "push", hostId: one.hostId, mayAcquire: true };
    if (mayAcquireNow(wanted, one)) return { kind: "wait", hostId: one.hostId, unawareHostIds: unaware };
    return { kind: "push", hostId: one.hostId, mayAcquire: false };
  });
  if (actions.length > 0) return actions;
  const isWaitingToJoin = all.some(
    (one) =>
      one.isAnswering &&
      (one.isJoining || one.hasJoiningVip) &&
      unawareOf(wanted, all, one.hostId).length === 0,
  );
  return isWaitingToJoin ? [{ kind: "raise_epoch" }] : [];
}

/**
 * True where nothing may be told to any agent, because agents are newer than the console: they hold VIPs or know hosts
 * that it does not know, or hold a VIP otherwise than it would tell them. Clients use what they hold, so what becomes of
 * that is for an operator to decide.
 */
export function isWithheld(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
  { digest, mayForgetPeers = false, mayOverrule = false }: ReconcileOptions,
): boolean {
  const hasUnknownVip = listNewer(wanted, held, digest).some((one) =>
    one.vips.some((vip) => !isKnownVip(wanted, vip.vipId)),
  );
  if (hasUnknownVip && !mayOverrule) return true;
  if (!mayForgetPeers && findUnknownPeers(wanted, held).length > 0) return true;
  return !mayOverrule && findDifferences(wanted, held, digest).length > 0;
}

/**
 * The hosts that documents of the console's epoch or above it name, and that the console does not know: it was restored
 * from an older database, for every change of its members raises the epoch. An agent that forgot such a host would take
 * the address without asking it.
 */
export function findUnknownPeers(wanted: WantedCluster, held: readonly HeldDocument[]): readonly string[] {
  const level = held.filter((one) => one.clusterId === wanted.clusterId && (one.epoch ?? -1) >= wanted.epoch);
  const named = level.flatMap((one) => [one.hostId, ...(one.peers ?? [])]);
  return [...new Set(named)].filter((id) => !wanted.hosts.some((host) => host.hostId === id)).sort();
}

function findHeld(held: readonly HeldDocument[], hostId: string): HeldDocument {
  return held.find((one) => one.hostId === hostId) ?? unheard(hostId);
}

function isKnownVip(wanted: WantedCluster, vipId: string): boolean {
  return wanted.vips.some((vip) => vip.id === vipId);
}

function isCurrent(wanted: WantedCluster, held: HeldDocument): boolean {
  return isTold(wanted, held) && held.lacksGrant !== true;
}

function isTold(wanted: WantedCluster, held: HeldDocument): boolean {
  return held.clusterId === wanted.clusterId && held.epoch === wanted.epoch;
}

/** True where the agent's present document lets it take an address. */
function mayAcquireNow(wanted: WantedCluster, held: HeldDocument): boolean {
  return held.clusterId === wanted.clusterId && held.epoch !== null && !held.isJoining;
}

/** Other hosts that could take an address without asking this one. An agent of which nothing was heard is one. */
function unawareOf(wanted: WantedCluster, all: readonly HeldDocument[], hostId: string): readonly string[] {
  return all
    .filter((other) => other.hostId !== hostId)
    .filter((other) => {
      if (other.peers === null) return true;
      const isHarmless = !mayAcquireNow(wanted, other);
      return !isHarmless && !other.peers.includes(hostId);
    })
    .map((other) => other.hostId);
}
