import type { MemberState } from "@primacy/contract";
import { type DeclaredCheck, given, missing, type Needs, nothing } from "../check/run-checks";
import type { ComparedGtids } from "./compare-gtids";
import { type AnsweringServer, findOwnServer, isInGroup, type MemberSnapshot } from "./snapshot";

/** One pre-check of an action on a member as data. What it needs is named in `MemberActionGiven`. */
export type MemberActionCheck = DeclaredCheck<MemberActionSubject, MemberActionGiven>;

/** What every pre-check of an action on a member is about. */
export interface MemberActionSubject extends MemberSnapshot {
  /** Null before a stop, in the group, and where nothing can be compared. */
  readonly compared: ComparedGtids | null;
}

/** A server that has Group Replication, and so a state in it. */
type GroupServer = AnsweringServer & { readonly state: MemberState };

/** What such a check may need. Whatever is missing, another check says so. */
export interface MemberActionGiven {
  readonly nothing: object;
  /** The registered server answers. Where it does not, `member_server` says so. */
  readonly server: { readonly server: AnsweringServer };
  /** It has Group Replication. Where it has not, `member_group` says so. */
  readonly state: { readonly server: GroupServer };
  /** It is out of its group. Where it is in it, `member_action` says so. */
  readonly outside: { readonly server: GroupServer };
  /** Its transactions could be compared with the group's. Where they could not, `member_gtids` says so. */
  readonly comparison: { readonly server: GroupServer; readonly compared: ComparedGtids };
}

/** What a judge looks at whose check has this need. */
export type Seen<N extends keyof MemberActionGiven> = MemberActionSubject & MemberActionGiven[N];

/** Answers what the checks of an action on a member need. */
export const memberActionNeeds: Needs<MemberActionSubject, MemberActionGiven> = {
  nothing,
  server: (subject) => {
    const server = findOwnServer(subject);
    return server === null ? missing(null) : given({ server });
  },
  state: (subject) => {
    const server = findGroupServer(subject);
    return server === null ? missing(null) : given({ server });
  },
  outside: (subject) => {
    const server = findOutside(subject);
    return server === null ? missing(null) : given({ server });
  },
  comparison: (subject) => {
    const { compared } = subject;
    const server = findOutside(subject);
    return server === null || compared === null ? missing(null) : given({ server, compared });
  },
};

/** Whether the member is to be in its group afterwards. */
export function isJoin({ action }: MemberSnapshot): boolean {
  return action !== "stop";
}

/** Whether the member is to leave its group. */
export function isStop({ action }: MemberSnapshot): boolean {
  return action === "stop";
}

function findGroupServer(subject: MemberActionSubject): GroupServer | null {
  const server = findOwnServer(subject);
  if (server === null) return null;
  const { state } = server;
  return state === null ? null : { ...server, state };
}

function findOutside(subject: MemberActionSubject): GroupServer | null {
  return isInGroup(subject) ? null : findGroupServer(subject);
}
