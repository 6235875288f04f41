import { MemberState, type Message } from "@primacy/contract";
import { type GroupView, isPresent, isVoter } from "../cluster";
import type { GtidState } from "../member";

/** What a member's own server says before a recovery, or why it says nothing. */
export type RecoveryServer =
  | {
      readonly kind: "answering";
      /** The `server_uuid` of whoever answers. */
      readonly uuid: string;
      /** Its own word; null where it has no Group Replication. */
      readonly state: MemberState | null;
      readonly groupName: string | null;
      readonly isSuperReadOnly: boolean;
      readonly isOfflineMode: boolean;
      readonly gtids: GtidState;
      readonly view: GroupView;
      /** `group_replication_local_address`: where the group speaks to it. */
      readonly localAddress: string | null;
      /** The hosts of `group_replication_group_seeds`. */
      readonly seedHosts: readonly string[];
    }
  | {
      readonly kind: "silent";
      readonly reason: Message;
      /** Something at its address answered the console, be it by a refusal: the host is on. */
      readonly isHostAnswering: boolean;
      /** Nothing listens at its port. */
      readonly isRefused: boolean;
    };

/** What the agent beside a member says. */
export type RecoveryAgent =
  | {
      readonly kind: "answering";
      /** Nothing listens where the server would: it does not run. Silence alone is no proof of that. */
      readonly isServerGone: boolean;
      /** What it got from there instead of an answer. */
      readonly reason: Message;
      /** How many operators' keys its host knows; null: its agent does not say. */
      readonly keyCount: number | null;
    }
  /** `isHostAnswering`: something at its address answered, though not as this agent. */
  | { readonly kind: "silent"; readonly isHostAnswering: boolean };

/** One member of a cluster whose group serves nobody. */
export interface RecoveryMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly hostId: string | null;
  readonly address: string;
  readonly server: RecoveryServer;
  readonly agent: RecoveryAgent;
  /** The hosts whose agents still hear this host's kernel or agent. */
  readonly heardBy: readonly string[];
}

/** Everything that decides whether and how a group may be recovered. */
export interface RecoverySnapshot {
  /** The member from which the group goes on. */
  readonly targetMemberId: string;
  readonly groupName: string;
  readonly members: readonly RecoveryMember[];
  /** The names of the members by server UUID. */
  readonly names: ReadonlyMap<string, string>;
}

/** A server that answers. */
export type AnsweringMember = RecoveryMember & {
  readonly server: Extract<RecoveryServer, { readonly kind: "answering" }>;
};

/** The member with its server's word, where the registered server itself answers; null otherwise. */
export function findAnswering(member: RecoveryMember): AnsweringMember | null {
  const { server, serverUuid } = member;
  if (server.kind !== "answering" || !isSame(server.uuid, serverUuid)) return null;
  return { ...member, server };
}

/** Who is in the group by a server's own view, and whether those are a majority of it; null where it is in none. */
export function readOwnView({ server }: AnsweringMember): OwnView | null {
  const rows = server.view.members.filter((row) => isVoter(stateOf(row.state)));
  const own = rows.find((row) => isSame(row.serverUuid, server.uuid));
  if (own === undefined || !isPresent(stateOf(own.state))) return null;
  const present = rows.filter((row) => isPresent(stateOf(row.state)));
  return {
    presentUuids: present.map((row) => row.serverUuid.toLowerCase()).sort(),
    voters: rows.map(({ serverUuid, host, port }) => ({ serverUuid, host, port })),
    hasMajority: present.length * 2 > rows.length,
  };
}

/** A group as one of its servers sees it. */
export interface OwnView {
  /** Sorted, in lower case. */
  readonly presentUuids: readonly string[];
  readonly voters: readonly { readonly serverUuid: string; readonly host: string; readonly port: number }[];
  readonly hasMajority: boolean;
}

/**
 * How many members of the group are ONLINE by the view of one of them, where that one is and sees a majority: then it
 * serves. Null otherwise.
 */
export function countServing(view: GroupView): number | null {
  const rows = view.members.map((row) => ({ uuid: row.serverUuid, state: stateOf(row.state) }));
  const voters = rows.filter(({ state }) => isVoter(state));
  const present = voters.filter(({ state }) => isPresent(state));
  const own = rows.find(({ uuid }) => isSame(uuid, view.observer));
  if (own?.state !== "ONLINE" || present.length * 2 <= voters.length) return null;
  return voters.filter(({ state }) => state === "ONLINE").length;
}

/** Server UUIDs are the same in either case. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function stateOf(text: string): MemberState | null {
  return MemberState.safeParse(text).data ?? null;
}
