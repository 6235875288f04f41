import type { MemberAction, MemberState } from "@primacy/contract";
import type { GtidPeer, GtidState } from "./compare-gtids";

/** What a member's own server says of it, or why it says nothing. */
export type MemberServer =
  | {
      readonly kind: "answering";
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
    }
  | {
      readonly kind: "silent";
      /** `down`: the agent beside it says that the database does not run. */
      readonly why: "down" | "offline_mode" | "unknown";
      readonly reason: string;
    };

/** A member's server that answers. */
export type AnsweringServer = Extract<MemberServer, { readonly kind: "answering" }>;

/** Another member that is ONLINE and answers: from any of these the missing transactions may come. */
export interface MemberPeer extends GtidPeer {
  readonly hasClone: boolean;
}

/** Everything that decides whether a member may be started, stopped or rejoined. */
export interface MemberSnapshot {
  readonly action: MemberAction;
  readonly isPrimaryAllowed: boolean;
  readonly name: string;
  readonly hostName: string;
  readonly address: string;
  readonly port: number;
  readonly server: MemberServer;
  /** The group of the cluster, as it was registered. */
  readonly groupName: string;
  /** What the other members say. */
  readonly group: {
    readonly onlineCount: number;
    readonly voterCount: number;
    /** What they count the member as; null where they do not list it, or nobody answers. */
    readonly listedState: MemberState | null;
    readonly isPrimary: boolean;
  };
  /** The members of the cluster, stopped ones too. */
  readonly registeredCount: number;
  /** The address of the enabled VIP; null where there is none. */
  readonly vipAddress: string | null;
  readonly peers: readonly MemberPeer[];
  /** The names of the members by server UUID. */
  readonly names: ReadonlyMap<string, string>;
}

/** What is left of the group's voters when a member stops. */
export interface VotersLeft {
  readonly online: number;
  readonly total: number;
  /** So many more may be lost before the group has no majority. */
  readonly survives: number;
  readonly hasMajority: boolean;
}

/**
 * Counts the voters that stay. A majority is wanted twice: of those that vote then, or nothing could be written, and of
 * the cluster's registered members, or the group would live on with a minority of its servers.
 */
export function countVotersLeft({ group, registeredCount }: MemberSnapshot): VotersLeft {
  const { onlineCount, voterCount, listedState } = group;
  const online = onlineCount - (listedState === "ONLINE" ? 1 : 0);
  const voters = voterCount - (isVoting(listedState) ? 1 : 0);
  return {
    online,
    total: registeredCount,
    survives: Math.max(0, Math.ceil(online / 2) - 1),
    hasMajority: online * 2 > voters && online * 2 > registeredCount,
  };
}

/** True for what the group counts among its members. */
export function isVoting(state: MemberState | null): boolean {
  return state === "ONLINE" || state === "RECOVERING" || state === "UNREACHABLE";
}

/** True where the member says that it is in its group, and the group says so too. */
export function isInGroup({ server, group }: Pick<MemberSnapshot, "server" | "group">): boolean {
  const isIn = (state: MemberState | null): boolean => state === "ONLINE" || state === "RECOVERING";
  return server.kind === "answering" && isIn(server.state) && isIn(group.listedState);
}
