import type { DrillTopology } from "@primacy/contract";
import type { DrillRecord, DrillServer } from "./drill-record";
import { roundMs } from "./drill-zero";
import { listKnownAddresses } from "./held-address";
import { type HostStory, hasAddress, type PlacedFrame, type PlacedLook, silentAfterMs } from "./host-story";
import { isView } from "./sighting";

/** What one host had said of itself by an instant. */
interface LastWord {
  readonly server: DrillServer;
  readonly frame: PlacedFrame | null;
  readonly look: PlacedLook | null;
}

/**
 * The group at an instant, in milliseconds from the fault. States and roles are those of the view with the most reachable members, of two that
 * reach as many the primary's own; who is in no such view says of itself what it is. A host that had said nothing for 3 s says nothing.
 */
export function findTopology(
  record: DrillRecord,
  stories: readonly HostStory[],
  atMs: number,
): DrillTopology {
  const words = stories.map((story) => findLastWord(story, atMs));
  const view = chooseView(words)?.mysql.members ?? [];
  const addresses = listKnownAddresses(record);
  const known = words.map(({ server, frame, look }) => {
    const seen = view.find(({ serverUuid }) => serverUuid === server.serverUuid);
    const isUp = look?.mysql.reach === "up";
    return {
      name: server.name,
      state: seen?.state ?? look?.mysql.memberState ?? null,
      role: seen?.role ?? (look?.mysql.memberRole || null),
      isReadOnly: isUp ? look.mysql.isSuperReadOnly : null,
      holds: frame && addresses.filter((address) => hasAddress(frame.status, address)),
    };
  });
  // A member whose host has no agent is told of by the others alone.
  const others = view
    .filter(({ serverUuid }) => !stories.some(({ server }) => server.serverUuid === serverUuid))
    .map(({ host, port, state, role }) => ({
      ...{ name: `${host}:${port}`, state, role },
      ...{ isReadOnly: null, holds: null },
    }));
  return { atMs: roundMs(atMs), members: [...known, ...others] };
}

function findLastWord({ server, frames, looks }: HostStory, atMs: number): LastWord {
  const frame = frames.findLast((one) => one.atMs <= atMs);
  if (frame === undefined || atMs - frame.atMs > silentAfterMs) return { server, frame: null, look: null };
  return { server, frame, look: looks.findLast((one) => one.atMs <= atMs) ?? null };
}

function chooseView(words: readonly LastWord[]): PlacedLook | null {
  const views = words.flatMap(({ look }) => (look !== null && isView(look) ? [look] : []));
  const rank = ({ mysql }: PlacedLook): number =>
    2 * mysql.members.filter(({ state }) => state !== "UNREACHABLE").length +
    (mysql.memberRole === "PRIMARY" ? 1 : 0);
  return views.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}
