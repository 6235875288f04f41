import { type Message, message, type Vip } from "@primacy/contract";
import { type AgentVip, documentText } from "@primacy/contract/agent";
import { buildDocument } from "./build-document";
import type { WantedCluster } from "./wanted";

/** A VIP as an agent has it. */
export interface HeldVip {
  readonly vipId: string;
  readonly address: string;
  /** Its document lets this host not take it. A host that keeps a paused VIP is told of no pause. */
  readonly isPaused: boolean;
  /** The address is on the host now. */
  readonly isBound: boolean;
  /** The interface that its document names. */
  readonly nic: string;
}

/** What an agent was last heard to have. `peers` null: nothing was ever heard of it. */
export interface HeldDocument {
  readonly hostId: string;
  /** It answers now, and speaks this console's protocol. */
  readonly isAnswering: boolean;
  /** It speaks another protocol: of its document its cluster and epoch alone are known. */
  readonly isUnread?: boolean;
  readonly clusterId: string | null;
  readonly epoch: number | null;
  /** The hash of its document's shared part; null where it is unknown. */
  readonly documentHash: string | null;
  /** The hosts that its document names as peers; null where it is unknown. */
  readonly peers: readonly string[] | null;
  /** Its document forbids it to take an address. */
  readonly isJoining: boolean;
  /** One of its VIPs is one of which the hosts are being told. */
  readonly hasJoiningVip: boolean;
  /** The VIPs in its document. */
  readonly vips: readonly HeldVip[];
  /** It holds a document, and not the permit that goes with it: it may be able to take nothing of it. */
  readonly lacksGrant?: boolean;
}

/** An agent of which nothing was ever heard. */
export function unheard(hostId: string): HeldDocument {
  return {
    hostId,
    isAnswering: false,
    clusterId: null,
    epoch: null,
    documentHash: null,
    peers: null,
    isJoining: false,
    hasJoiningVip: false,
    vips: [],
  };
}

/** Makes the hash of a document's text, as the agents make it. Pure. */
export type Digest = (text: string) => string;

/**
 * Those whose document the console's own history does not lead to: it is of a higher epoch, or of the same one with
 * other content. Every change raises the epoch before any agent is told, so the console was restored from an older database.
 */
export function listNewer(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
  digest: Digest,
): readonly HeldDocument[] {
  return held.filter((one) => {
    if (one.clusterId !== wanted.clusterId || one.epoch === null) return false;
    return one.epoch > wanted.epoch || (one.epoch === wanted.epoch && hasOtherContent(wanted, one, digest));
  });
}

/** True where the agent's document is of other shared content than the console would tell it under the same epoch. */
export function hasOtherContent(wanted: WantedCluster, held: HeldDocument, digest: Digest): boolean {
  const { hostId, epoch, documentHash } = held;
  if (epoch === null || documentHash === null) return false;
  if (!wanted.hosts.some((host) => host.hostId === hostId)) return false;
  return digest(documentText(buildDocument({ ...wanted, epoch }, hostId, true))) !== documentHash;
}

/**
 * What becoming current would change for clients of VIPs where agents are newer than the console, or hold one of its
 * addresses for a cluster that is not this one: each difference once, with its addresses. Hosts that the console does not
 * know are not among them.
 */
export function findDifferences(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
  digest: Digest,
): readonly Message[] {
  const newer = listNewer(wanted, held, digest).flatMap((one) => differencesOf(wanted, one, digest));
  return unique([...newer, ...nameForeign(wanted, listForeign(wanted, held).filter(concerns(wanted)))]);
}

/**
 * What hosts hold for a cluster that is not this one, and that is none of this one's affair: each keeps it and is told
 * nothing until an operator decides, while the others are told all. So do those that would take the address over.
 */
export function findKept(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
): readonly { readonly hostId: string; readonly difference: Message }[] {
  const isOwn = concerns(wanted);
  return listKept(wanted, held)
    .filter((one) => !isOwn(one))
    .flatMap((one) => nameForeign(wanted, [one]).map((difference) => ({ hostId: one.hostId, difference })));
}

/**
 * What an operation that makes `after` of `before` would put an end to, where agents are newer than the console: each
 * difference that has a name. Empty where no agent holds anything else than `before`, and where `after` is what they hold. A VIP that the console
 * did not know is the agents' one by its address.
 */
export function findOverruled(
  before: WantedCluster,
  after: WantedCluster,
  held: readonly HeldDocument[],
  digest: Digest,
): readonly Message[] {
  // Every host is told of a VIP, so that an operation puts an end also to what is none of this cluster's affair.
  const foreign = nameForeign(before, listForeign(before, held));
  const newer = listNewer(before, held, digest).flatMap((one) => {
    if (one.isUnread === true) return differencesOf(before, one, digest);
    const isAhead = (one.epoch ?? -1) > before.epoch;
    const isOther =
      (isAhead && hasOtherContent(before, one, digest)) || nameDifferences(before, one).length > 0;
    if (!isOther) return [];
    const named = nameDifferences(after, one);
    return named.length > 0 || !isAhead ? named : settingsOf(after, one, digest);
  });
  return unique([...newer, ...foreign]);
}

/** What of a VIP's settings would be another afterwards; one that was given another id cannot be compared. */
function settingsOf(after: WantedCluster, held: HeldDocument, digest: Digest): readonly Message[] {
  const own = held.vips.filter((one) => after.vips.some((vip) => vip.id === one.vipId && vip.enabled));
  if (own.length === 0 || !hasOtherContent(after, held, digest)) return [];
  return own.map(({ address }) => message("topology.differs_settings", { address }));
}

interface Foreign {
  readonly hostId: string;
  readonly address: string;
}

/** The addresses that are bound for other clusters, by host. */
function listForeign(wanted: WantedCluster, held: readonly HeldDocument[]): readonly Foreign[] {
  return ofOthers(wanted, held).flatMap(({ hostId, vips }) =>
    vips.filter((vip) => vip.isBound).map(({ address }) => ({ hostId, address })),
  );
}

/** The same, and beside each host those that would take the address over: it alone could lose it. */
function listKept(wanted: WantedCluster, held: readonly HeldDocument[]): readonly Foreign[] {
  const foreign = ofOthers(wanted, held);
  const isBound = (of: string | null, address: string): boolean =>
    foreign.some(
      (one) => one.clusterId === of && one.vips.some((vip) => vip.isBound && vip.address === address),
    );
  return foreign.flatMap(({ hostId, clusterId, vips }) =>
    vips.filter(({ address }) => isBound(clusterId, address)).map(({ address }) => ({ hostId, address })),
  );
}

function ofOthers({ clusterId }: WantedCluster, held: readonly HeldDocument[]): readonly HeldDocument[] {
  return held.filter((one) => one.clusterId !== null && one.clusterId !== clusterId);
}

function concerns({ vips }: WantedCluster): (foreign: Foreign) => boolean {
  return ({ address }) => vips.some((vip) => vip.address === address);
}

function nameForeign({ hosts }: WantedCluster, foreign: readonly Foreign[]): readonly Message[] {
  return foreign.map(({ hostId, address }) => {
    const host = hosts.find((one) => one.hostId === hostId)?.name ?? hostId;
    return message("topology.differs_cluster", { host, held: address });
  });
}

function unique(differences: readonly Message[]): readonly Message[] {
  return [...new Map(differences.map((one) => [one.text, one] as const)).values()];
}

function nameDifferences(wanted: WantedCluster, { hostId, vips }: HeldDocument): readonly Message[] {
  const host = wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) return [];
  const told = buildDocument(wanted, hostId, true).vips;
  const heldOf = (vip: AgentVip): HeldVip | undefined =>
    vips.find((one) => one.vipId === vip.vipId) ?? vips.find((one) => one.address === vip.address);
  return [
    ...told.flatMap((vip) => differenceOf(vip, heldOf(vip), host.name)),
    ...vips
      .filter((one) => !told.some((vip) => heldOf(vip) === one))
      .map((one) =>
        dropped(
          wanted.vips.find((vip) => vip.id === one.vipId),
          one,
        ),
      ),
  ];
}

function differencesOf(wanted: WantedCluster, held: HeldDocument, digest: Digest): readonly Message[] {
  const { hostId } = held;
  const host = wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) return [];
  if (held.isUnread === true) {
    const params = { host: host.name, held: held.epoch ?? "-", own: wanted.epoch };
    return [message("topology.differs_unread", params)];
  }
  const told = buildDocument(wanted, hostId, true).vips;
  const named = nameDifferences(wanted, held);
  // Under one epoch, what has no name is told again under the next one, as it was meant to be.
  const isAhead = (held.epoch ?? -1) > wanted.epoch;
  if (named.length > 0 || !isAhead || !hasOtherContent(wanted, held, digest)) return named;
  return told.map(({ address }) => message("topology.differs_settings", { address }));
}

function differenceOf(vip: AgentVip, held: HeldVip | undefined, host: string): readonly Message[] {
  const { address, nic } = vip;
  if (held === undefined) return [message("topology.differs_taken", { address })];
  const isPaused = vip.maintenance === "hold";
  return [
    ...(held.address === address
      ? []
      : [message("topology.differs_address", { held: held.address, address })]),
    ...(held.nic === nic ? [] : [message("topology.differs_nic", { address, host, held: held.nic, nic })]),
    ...(held.isPaused === isPaused
      ? []
      : [message(isPaused ? "topology.differs_unpaused" : "topology.differs_paused", { address })]),
  ];
}

function dropped(known: Vip | undefined, held: HeldVip): Message {
  if (known === undefined) return message("topology.differs_unknown", { held: held.address });
  return message("topology.differs_dropped", { held: held.address, address: known.address });
}

/**
 * The addresses that every host of the cluster has for its VIPs, by VIP, where all answer and all know each other; what
 * is told to them of such an address needs no second introduction.
 */
export function findCommonAddresses(
  wanted: WantedCluster,
  held: readonly HeldDocument[],
): Readonly<Record<string, string>> {
  const own = wanted.hosts.map((host) => held.find((one) => one.hostId === host.hostId));
  const areIntroduced = own.every(
    (one) =>
      one?.isAnswering === true &&
      one.clusterId === wanted.clusterId &&
      !one.isJoining &&
      wanted.hosts.every(({ hostId }) => hostId === one.hostId || one.peers?.includes(hostId) === true),
  );
  if (!areIntroduced) return {};
  const pairs = wanted.vips.flatMap(({ id }) => {
    const addresses = own.map((one) => one?.vips.find((vip) => vip.vipId === id)?.address);
    const [first] = addresses;
    return first !== undefined && addresses.every((one) => one === first) ? [[id, first] as const] : [];
  });
  return Object.fromEntries(pairs);
}
