import type { DrillServer } from "./drill-record";
import type { HostStory, PlacedLook } from "./host-story";
import { silentAfterMs } from "./host-story";

/** Who saw something first, and when, in milliseconds from the fault: it may have been so `errorMs` earlier or later. */
export interface Sighting {
  readonly server: DrillServer;
  readonly look: PlacedLook;
  readonly atMs: number;
  readonly errorMs: number;
}

/**
 * The first look after the fault that shows something. Others who look less often may have been shown it before: so the error reaches
 * back to the oldest of the newest looks that each of them had before, and has both clocks' errors in it. Null: nobody has seen it.
 */
export function findFirst(
  stories: readonly HostStory[],
  clockErrorMs: number,
  isSeen: (look: PlacedLook, server: DrillServer) => boolean,
): Sighting | null {
  let first: { server: DrillServer; look: PlacedLook } | null = null;
  for (const { server, looks } of stories) {
    const look = looks.find((one) => one.atMs >= 0 && isSeen(one, server));
    if (look !== undefined && (first === null || look.atMs < first.look.atMs)) first = { server, look };
  }
  if (first === null) return null;
  const { atMs, errorMs } = first.look;
  const sinceMs = Math.max(0, Math.min(...stories.map(({ looks }) => lookBefore(looks, atMs))));
  return { ...first, atMs, errorMs: atMs - sinceMs + errorMs + clockErrorMs };
}

/** The newest look before an instant; of a server that nobody heard by then it says nothing, and the instant itself is taken. */
function lookBefore(looks: readonly PlacedLook[], atMs: number): number {
  const before = looks.findLast((one) => one.atMs < atMs)?.atMs ?? atMs;
  return atMs - before > silentAfterMs ? atMs : before;
}

/** Whether a look shows the view of a server that is in the group: one that is not knows only itself. */
export function isView({ mysql }: PlacedLook): boolean {
  return mysql.reach === "up" && (mysql.memberState === "ONLINE" || mysql.memberState === "RECOVERING");
}

/** Whether a look shows a server that takes writes of everybody. */
export function isWritable({ mysql }: PlacedLook): boolean {
  const { reach, memberState, memberRole, isSuperReadOnly } = mysql;
  return reach === "up" && memberState === "ONLINE" && memberRole === "PRIMARY" && isSuperReadOnly === false;
}
