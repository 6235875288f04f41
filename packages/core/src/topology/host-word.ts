import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import { staleAfterMs } from "./snapshot";

/** Since when a host has said one and the same of something. */
export interface Said {
  readonly value: string;
  /** When the host saw it first, on its own monotonic clock. */
  readonly sinceMs: number;
}

/**
 * What a host's agent has said of everything that can be an event, frame after frame without a break, and since when.
 * All instants are on the host's monotonic clock; `offsetMs` less they are on the watcher's.
 */
export interface HostWord {
  readonly bootId: string;
  /** Host's monotonic clock minus the watcher's, as the newest frames show it. */
  readonly offsetMs: number;
  /** When the first frame since the last break was made, and the newest. */
  readonly heardSinceMs: number;
  readonly heardAtMs: number;
  /** When the newest arrived, on the watcher's clock. */
  readonly arrivedAtMs: number;
  /** By the keys of {@link wordKeys}. */
  readonly said: Readonly<Record<string, Said>>;
  /** When the newest question that was answered was asked, by the key of what answers. */
  readonly answeredAtMs: Readonly<Record<string, number>>;
}

/** By what the parts of a host's word are known. */
export const wordKeys = {
  /** Whether its server answers: `MysqlReach`. */
  database: "database",
  /** The server that its server holds for the primary. */
  primary: "primary",
  /** The state of a member in its server's view; empty: not listed. */
  state: (serverUuid: string) => `state ${serverUuid}`,
  /** Whether its kernel has an address: `held`, or empty. */
  address: (address: string) => `address ${address}`,
  /** The state of a VIP on it. */
  vip: (vipId: string) => `vip ${vipId}`,
  /** Who else it heard while it held: Ethernet addresses. */
  contest: (vipId: string) => `contest ${vipId}`,
  /** Whether it announced itself because of that. */
  defence: (vipId: string) => `defence ${vipId}`,
  /** Who answered it for a VIP: Ethernet addresses; empty: nobody. */
  wire: (vipId: string) => `wire ${vipId}`,
  /** Whether a peer answers ARP, and whether its agent answers. */
  host: (hostId: string) => `host ${hostId}`,
  agent: (hostId: string) => `agent ${hostId}`,
} as const;

/** Ethernet addresses as one value, and back. */
export const macList = {
  join: (macs: readonly string[]): string => [...macs].sort().join(" "),
  split: (value: string): readonly string[] => (value === "" ? [] : value.split(" ")),
} as const;

/** One thing that a frame says, and when the host saw it. */
interface Saying {
  readonly key: string;
  readonly value: string;
  readonly atMs: number;
}

/** How a frame came to the watcher. */
export interface FrameArrival {
  /** See {@link HostWord}. */
  readonly offsetMs: number;
  /** When it came, on the watcher's monotonic clock. */
  readonly arrivedAtMs: number;
}

/**
 * Takes the next frame into a host's word. What says the same as before keeps its beginning. A new boot, or a break in
 * which a host counts as silent, begins everything anew: nobody knows what was said meanwhile. Frames that come late and in
 * a bunch end a silence too, and say themselves since when.
 */
export function noteFrame(
  before: HostWord | null,
  status: AgentStatus,
  { offsetMs, arrivedAtMs }: FrameArrival,
): HostWord {
  const { bootId, monotonicMs } = status.clock;
  const isGoingOn =
    before?.bootId === bootId &&
    monotonicMs - before.heardAtMs <= staleAfterMs &&
    arrivedAtMs - before.arrivedAtMs <= staleAfterMs;
  const earlier = isGoingOn ? before.said : {};
  const sayings = [...databaseSayings(status), ...hostSayings(status), ...peerSayings(status)];
  const now = [...sayings, ...listGone(earlier, sayings, status)];
  return {
    bootId,
    offsetMs,
    heardSinceMs: isGoingOn ? before.heardSinceMs : monotonicMs,
    heardAtMs: monotonicMs,
    arrivedAtMs,
    said: Object.fromEntries(now.map((one) => [one.key, goOn(earlier[one.key], one, monotonicMs)])),
    answeredAtMs: { ...(isGoingOn ? before.answeredAtMs : {}), ...answersOf(sayings) },
  };
}

function goOn(before: Said | undefined, { value, atMs }: Saying, frameMs: number): Said {
  if (before?.value === value) return before;
  // What began before the opposite did is older than that: of the change itself only the frame is known.
  return { value, sinceMs: before !== undefined && atMs <= before.sinceMs ? frameMs : atMs };
}

function databaseSayings({ mysql }: AgentStatus): readonly Saying[] {
  const atMs = mysql.observedMonotonicMs;
  const primaries = mysql.members.filter((member) => member.role === "PRIMARY");
  return [
    { key: wordKeys.database, value: mysql.reach, atMs },
    ...mysql.members.map(({ serverUuid, state }) => ({
      key: wordKeys.state(serverUuid),
      value: state,
      atMs,
    })),
    ...(mysql.members.length === 0
      ? []
      : [{ key: wordKeys.primary, value: primaries.map((one) => one.serverUuid).join(" "), atMs }]),
  ];
}

/** Of a VIP the agent tells when it took and let go; of any other address only that it is there. */
function hostSayings({ vips, nics, wire, clock }: AgentStatus): readonly Saying[] {
  const atMs = clock.monotonicMs;
  const present = new Set(nics.flatMap((nic) => nic.addresses.map((one) => one.address)));
  const others = [...present].filter((address) => !vips.some((vip) => vip.address === address));
  return [
    ...others.map((address) => ({ key: wordKeys.address(address), value: "held", atMs })),
    ...vips.flatMap((vip) => vipSayings(vip, vip.isBound || present.has(vip.address), atMs)),
    ...wire.map(({ vipId, macs, askedMonotonicMs }) => ({
      key: wordKeys.wire(vipId),
      value: macList.join(macs),
      atMs: askedMonotonicMs,
    })),
  ];
}

function vipSayings(vip: VipStatus, isHeld: boolean, frameMs: number): readonly Saying[] {
  const { contest, state } = vip;
  const entered = vip.transitions.findLast((one) => one.to === state)?.atMonotonicMs ?? frameMs;
  const released = vip.transitions.findLast((one) => one.from === "RELEASING")?.atMonotonicMs ?? frameMs;
  const movedMs = isHeld
    ? (vip.boundSinceMonotonicMs ?? frameMs)
    : state === "HOLDING" || state === "RELEASING"
      ? frameMs
      : released;
  const isOpen = contest !== undefined && contest.endedMonotonicMs === null;
  return [
    { key: wordKeys.address(vip.address), value: isHeld ? "held" : "", atMs: movedMs },
    { key: wordKeys.vip(vip.vipId), value: state, atMs: entered },
    ...(isOpen
      ? [
          {
            key: wordKeys.contest(vip.vipId),
            value: macList.join(contest.macs),
            atMs: contest.sinceMonotonicMs,
          },
          ...(contest.announcements > 0
            ? [{ key: wordKeys.defence(vip.vipId), value: "announced", atMs: frameMs }]
            : []),
        ]
      : []),
  ];
}

function peerSayings({ peers }: AgentStatus): readonly Saying[] {
  const say = (key: string, isAnswering: boolean | null, atMs: number | null): readonly Saying[] =>
    isAnswering === null || atMs === null ? [] : [{ key, value: isAnswering ? answering : "", atMs }];
  return peers.flatMap((peer) => [
    ...say(wordKeys.host(peer.hostId), peer.isHostAnswering, peer.hostAskedMonotonicMs),
    ...say(wordKeys.agent(peer.hostId), peer.isAgentAnswering, peer.agentAskedMonotonicMs),
  ]);
}

/** The value of what was asked and answers. */
export const answering = "answers";

function answersOf(sayings: readonly Saying[]): Record<string, number> {
  return Object.fromEntries(
    sayings.filter((one) => one.value === answering).map((one) => [one.key, one.atMs] as const),
  );
}

/** What the host would still name if it were there: a member of its server's view, and an address of its kernel. */
function listGone(
  earlier: HostWord["said"],
  sayings: readonly Saying[],
  { mysql, clock }: AgentStatus,
): readonly Saying[] {
  const isNamed = new Set(sayings.map((one) => one.key));
  const canName = (key: string): boolean =>
    key.startsWith(wordKeys.address("")) || (key.startsWith(wordKeys.state("")) && mysql.members.length > 0);
  return Object.keys(earlier)
    .filter((key) => !isNamed.has(key) && canName(key))
    .map((key) => ({
      key,
      value: "",
      atMs: key.startsWith(wordKeys.state("")) ? mysql.observedMonotonicMs : clock.monotonicMs,
    }));
}
