import type { GroupMember } from "./group";

/** What one server says of its group: empty when it is in none or does not answer. */
export interface GroupView {
  readonly address: string;
  readonly members: readonly GroupMember[];
}

/** What all views together say. */
export type GroupVerdict =
  | { readonly kind: "settled"; readonly primaryAddress: string }
  /** No server is in a group: one has to found it. */
  | { readonly kind: "none" }
  /** Views contradict each other: the group is still finding itself. */
  | { readonly kind: "unsettled"; readonly reason: string };

/**
 * Decides from all views whether there is one group with one primary. A deposed primary keeps calling itself
 * PRIMARY for seconds after it comes back, and a primary counts dead members for seconds, so one server's word is not
 * enough: each member that the primary counts must be in the group by its own word, and nobody may contradict it.
 */
export function decideGroup(views: readonly GroupView[]): GroupVerdict {
  const inside = views.filter((view) => ["ONLINE", "RECOVERING"].includes(selfOf(view)?.state ?? ""));
  if (inside.length === 0) return { kind: "none" };
  const claims = inside.filter(
    (view) => selfOf(view)?.role === "PRIMARY" && selfOf(view)?.state === "ONLINE",
  );
  const claim = claims[0];
  if (claim === undefined) return { kind: "unsettled", reason: "no server is primary" };
  if (claims.length > 1) return { kind: "unsettled", reason: "two servers call themselves primary" };
  const missing = claim.members.find((member) => !inside.some((view) => view.address === member.address));
  if (missing !== undefined) {
    return {
      kind: "unsettled",
      reason: `the primary still counts ${missing.address}, which is not in the group`,
    };
  }
  const lost = claim.members.find((member) => member.state === "UNREACHABLE");
  if (lost !== undefined) return { kind: "unsettled", reason: `the primary does not reach ${lost.address}` };
  const stranger = inside.find((view) => primaryOf(view) !== claim.address);
  if (stranger !== undefined) {
    return { kind: "unsettled", reason: `${stranger.address} does not see ${claim.address} as primary` };
  }
  return { kind: "settled", primaryAddress: claim.address };
}

/**
 * Why the group is not whole with `wantedPrimary` as its primary: a view in which not every server is ONLINE, or that
 * contradicts the others. Null when all views show every server ONLINE under that primary.
 */
export function findFlaw(views: readonly GroupView[], wantedPrimary: string): string | null {
  for (const view of views) {
    const online = view.members.filter((member) => member.state === "ONLINE");
    if (online.length === views.length && view.members.length === views.length) continue;
    const seen = view.members.map((member) => `${member.address} ${member.state} ${member.role}`.trim());
    return `${view.address} sees ${seen.length === 0 ? "no group, or does not answer" : seen.join(", ")}`;
  }
  const verdict = decideGroup(views);
  if (verdict.kind === "none") return "no server is in a group";
  if (verdict.kind === "unsettled") return verdict.reason;
  return verdict.primaryAddress === wantedPrimary ? null : `the primary is ${verdict.primaryAddress}`;
}

/** A member that is in the group by its own word, and that another one does not reach all the same. */
export interface BlindPair {
  readonly seer: string;
  readonly unseen: string;
  /** Address of the one of the two that is not the primary: to leave the group and join it again. */
  readonly leaver: string;
}

/**
 * Members that do not reach one which is in the group with them. MySQL 9.7.4 can shut the connection from one member to
 * another that has just come back, and not open it again: for the former the latter stays UNREACHABLE, and since the others
 * reach it, it is not expelled. Only of a group that has had the time to expel does this tell anything.
 */
export function listBlind(views: readonly GroupView[]): BlindPair[] {
  const inside = views.filter((view) => selfOf(view)?.state === "ONLINE");
  return inside.flatMap((view) =>
    view.members
      .filter((member) => member.state === "UNREACHABLE")
      .filter(({ address }) =>
        inside.some(
          (other) =>
            other.address === address && other.members.some((member) => member.address === view.address),
        ),
      )
      .map(({ address: unseen }) => {
        const seer = view.address;
        return { seer, unseen, leaver: selfOf(view)?.role === "PRIMARY" ? unseen : seer };
      }),
  );
}

/** The member that a view shows for the server it comes from. */
export function selfOf(view: GroupView): GroupMember | undefined {
  return view.members.find((member) => member.address === view.address);
}

function primaryOf(view: GroupView): string | undefined {
  return view.members.find((member) => member.role === "PRIMARY")?.address;
}
