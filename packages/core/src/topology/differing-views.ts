import { type DifferingView, type Message, message, type TopologyMember } from "@primacy/contract";
import type { GroupState } from "./group-state";
import { memberName } from "./names";
import { type KnownMember, staleAfterMs, type TopologySnapshot } from "./snapshot";

/**
 * How long servers may say different things of a member before that is a disagreement. A view counts for as long as it is not
 * stale, and so for up to 3 s one that was taken before a change stands beside those taken after it, as in every switchover
 * and every expulsion; the change itself is at all members within far less. What is longer is no leftover: views that were
 * taken since say it.
 */
export const differenceLimitMs = staleAfterMs;

/**
 * Everybody who says something else of a member than most do, with since when: what the picture before said of the same
 * observer goes on, also where that says another thing now, for a split that wavers is one.
 */
export function listDiffering(
  snapshot: TopologySnapshot,
  { judged }: GroupState,
  member: KnownMember,
  earlier: Pick<TopologyMember, "differing"> | null,
): readonly DifferingView[] {
  const said = judged.members.find((one) => one.serverUuid === member.serverUuid)?.state;
  const isOutside = said === "OFFLINE" || said === "ERROR";
  return (
    judged.disagreements
      .filter((one) => one.subject === member.serverUuid)
      // That a group does not list a server that is out of it is what both say.
      .filter((one) => one.state !== null || !isOutside)
      .map(({ observer: uuid, state, role }) => {
        const witness = snapshot.members.find((one) => one.serverUuid === uuid);
        const observer = witness === undefined ? uuid : memberName(snapshot, witness);
        const before = earlier?.differing.find((one) => one.observer === observer);
        return { observer, state, role, since: before?.since ?? snapshot.observedAt };
      })
  );
}

/** What has lasted too long to be a change on its way, in sentences. */
export function tellDiffering(
  snapshot: TopologySnapshot,
  member: KnownMember,
  differing: readonly DifferingView[],
): readonly Message[] {
  const subject = memberName(snapshot, member);
  return differing
    .filter(({ since }) => Date.parse(snapshot.observedAt) - Date.parse(since) > differenceLimitMs)
    .map(({ observer, state, role }) =>
      state === null
        ? message("topology.view_lacks", { observer, subject })
        : message("topology.view_differs", {
            observer,
            subject,
            state,
            role: role === null || role === "" ? "-" : role,
          }),
    );
}
