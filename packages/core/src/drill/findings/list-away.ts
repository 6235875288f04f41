import type { DrillRecord } from "./drill-record";
import { zeroOf } from "./drill-zero";
import { type HostStory, listStories, silentAfterMs } from "./host-story";

/** A member as the group sees it; null: nobody says anything of it. */
export interface SeenMember {
  readonly name: string;
  readonly state: string | null;
}

/**
 * The names of the members that are not whole now, so that no fault may be made. One is whole where the group shows it as ONLINE and its own
 * agent, which was just heard, says so too: the group shows a member that died as ONLINE until it is suspected. An agent that may not ask its server
 * says nothing of it.
 */
export function listAway(members: readonly SeenMember[], record: DrillRecord): readonly string[] {
  const nowMs = record.nowMs - zeroOf(record);
  const unwell = new Set(
    listStories(record)
      .filter((story) => !isWell(story, nowMs))
      .map(({ server }) => server.name),
  );
  return members.filter(({ name, state }) => state !== "ONLINE" || unwell.has(name)).map(({ name }) => name);
}

function isWell({ frames, looks }: HostStory, nowMs: number): boolean {
  const [frame, look] = [frames.at(-1), looks.at(-1)];
  if (frame === undefined || look === undefined || nowMs - frame.atMs > silentAfterMs) return false;
  const { reach, memberState } = look.mysql;
  return reach === "denied" || reach === "unconfigured" || (reach === "up" && memberState === "ONLINE");
}
