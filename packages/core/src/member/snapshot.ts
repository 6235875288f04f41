import type { MemberAction, MemberState, Message } from "@primacy/contract";
import { isPresent } from "../cluster";
import type { GtidPeer, GtidState } from "./compare-gtids";
import type { CloneSign } from "./join-course";

/** What a member's own server says of it, or why it says nothing. */
export type MemberServer =
  | {
      readonly kind: "answering";
      /** The `server_uuid` of whoever answers: it may be another server than the one that was registered. */
      readonly uuid: string;
      /** Its own word; null where it has no Group Replication. */
      readonly state: MemberState | null;
      /** The group that it would join; null where none is set. */
      readonly groupName: string | null;
      /** It would found a group of its own when it is started. */
      readonly isBootstrapping: boolean;
      readonly isOfflineMode: boolean;
      readonly isSuperReadOnly: boolean;
      readonly gtids: GtidState;
      readonly hasClone: boolean;
      /** With more missing transactions than this it is cloned; null where it does not say. */
      readonly cloneThreshold: number | null;
      /** Whether its data is being replaced by a donor's just now: stopped, it would have none. */
      readonly cloning: CloneSign;
    }
  | {
      readonly kind: "silent";
      /** `down`: the agent beside it says that the database does not run. */
      readonly why: "down" | "offline_mode" | "unknown";
      readonly reason: Message;
    };

/** A member's server that answers. */
export type AnsweringServer = Extract<MemberServer, { readonly kind: "answering" }>;

/** Another member that is ONLINE and answers: from any of these the missing transactions may come. */
export interface MemberPeer extends GtidPeer {
  readonly hasClone: boolean;
}

/** The group as the other members say that it is. */
export interface GroupAround {
  readonly onlineCount: number;
  /** Those that vote and can be reached: ONLINE or RECOVERING. */
  readonly presentCount: number;
  readonly voterCount: number;
  /** What they count the member as; null where they do not list it, or nobody answers. */
  readonly listedState: MemberState | null;
  /** They count it as a primary, be it one that they cannot reach now, or one of several. */
  readonly isPrimary: boolean;
  readonly isSinglePrimary: boolean | null;
}

/**
 * Where a VIP is paused, as seen from a member: on its host, on another member's host, or on none. The host keeps its right
 * to the address: it takes it whenever its member is the primary. No other host does.
 */
export type MemberVipPause =
  | { readonly kind: "here" }
  | { readonly kind: "elsewhere"; readonly hostName: string }
  | { readonly kind: "nowhere" };

/** Everything that decides whether a member may be started, stopped or rejoined. */
export interface MemberSnapshot {
  readonly action: MemberAction;
  readonly isPrimaryAllowed: boolean;
  /** A start may replace all of the member's data by a donor's. */
  readonly isCloneAllowed: boolean;
  readonly name: string;
  readonly hostName: string;
  readonly address: string;
  readonly port: number;
  /** Its `server_uuid`, as it was registered. */
  readonly serverUuid: string;
  readonly server: MemberServer;
  /** The group of the cluster, as it was registered. */
  readonly groupName: string;
  readonly group: GroupAround;
  /** The members of the cluster, stopped ones too. */
  readonly registeredCount: number;
  /** The address of the enabled write VIP, or of all, behind commas, where none is paused; null where there is none. */
  readonly vipAddress: string | null;
  /** Where that VIP is paused. Null: it follows the primary. */
  readonly vipPause: MemberVipPause | null;
  /** Enabled read VIPs that no operator has paused. */
  readonly readAddresses: readonly string[];
  /** Enabled read VIPs that are paused on the member's host: no other host takes them. */
  readonly pausedReadAddresses: readonly string[];
  readonly peers: readonly MemberPeer[];
  /** The names of the members by server UUID. */
  readonly names: ReadonlyMap<string, string>;
}

/** What is left of the group's voters when a member stops. */
export interface VotersLeft {
  /** Those that stay and can be reached. */
  readonly present: number;
  readonly total: number;
  /** So many more may be lost before the group has no majority. */
  readonly survives: number;
  readonly hasMajority: boolean;
}

/**
 * Counts the voters that stay; a member that recovers votes as one that is ONLINE. A majority is wanted twice: of those
 * that vote then, or nothing could be written, and of the cluster's registered members, or the group would live on with a
 * minority of its servers. One that only recovers serves nobody yet: it may leave a group whose others are a majority of
 * what votes then. One that the others do not reach cannot agree on its leaving, so that its vote stays.
 */
export function countVotersLeft({ group, registeredCount }: MemberSnapshot): VotersLeft {
  const { onlineCount, presentCount, voterCount, listedState } = group;
  const leaving = isPresent(listedState) ? 1 : 0;
  const present = presentCount - leaving;
  const online = onlineCount - (listedState === "ONLINE" ? 1 : 0);
  const isOfRegistered = present * 2 > registeredCount || listedState === "RECOVERING";
  return {
    present,
    total: registeredCount,
    survives: Math.max(0, Math.ceil(present / 2) - 1),
    hasMajority: online > 0 && present * 2 > voterCount - leaving && isOfRegistered,
  };
}

/** The member's own server: null where it is silent, and where another one answers at its address. */
export function findOwnServer({
  server,
  serverUuid,
}: Pick<MemberSnapshot, "server" | "serverUuid">): AnsweringServer | null {
  if (server.kind !== "answering") return null;
  return server.uuid.toLowerCase() === serverUuid.toLowerCase() ? server : null;
}

/** True where the member says that it is in its group, and the group says so too. */
export function isInGroup(
  snapshot: Pick<MemberSnapshot, "server" | "serverUuid"> & {
    readonly group: Pick<GroupAround, "listedState">;
  },
): boolean {
  return isPresent(findOwnServer(snapshot)?.state ?? null) && isPresent(snapshot.group.listedState);
}
