import type { SwitchoverSnapshot } from "../switchover/check-switchover";

/** As many transactions may wait to be applied on a member that counts as caught up: under load there are always some. */
export const caughtUpQueue = 100;

/** The names of the members that are not ONLINE or have not caught up, of which another server may not be restarted. */
export function listUnready({ members }: Pick<SwitchoverSnapshot, "members">): readonly string[] {
  return members
    .filter(({ state, queue }) => state !== "ONLINE" || queue === null || queue > caughtUpQueue)
    .map(({ name }) => name);
}
