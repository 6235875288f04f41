import type { DrillAddressLane, DrillLanes, DrillReadOnlyLane, DrillViewLane } from "@primacy/contract";
import type { MysqlStatus } from "@primacy/contract/agent";
import type { DrillServer } from "./drill-record";
import { listHolds } from "./held-address";
import { type HostStory, hasAddress, silentAfterMs } from "./host-story";
import { type Change, listSpans } from "./list-spans";

/** What lanes are drawn from, all on one clock. */
export interface LaneParts {
  readonly stories: readonly HostStory[];
  /** How members are called, in the order in which they are told. */
  readonly servers: readonly Pick<DrillServer, "serverUuid" | "name">[];
  /** Those of which it is told who held them. */
  readonly addresses: readonly string[];
  readonly whole: { readonly fromMs: number; readonly toMs: number };
}

/**
 * What each server and each kernel said over a stretch of the clock, as spans that follow each other without a gap; null where nobody spoke:
 * before the first frame of a host, and from 3 s after a frame until the next.
 */
export function drawLanes({
  stories,
  servers,
  addresses,
  whole,
}: LaneParts): Pick<DrillLanes, "views" | "readOnly" | "addresses"> {
  const heard = stories.map((story) => ({ story, silences: listSilences(story) }));
  const names = new Map(servers.map(({ serverUuid, name }) => [serverUuid, name]));
  const order = servers.map(({ name }) => name);
  const views = heard.map(({ story, silences }): DrillViewLane => {
    const changes = listChanges(story, (mysql) => viewOf(mysql, names, order));
    const spans = listSpans([...changes, ...silences], whole);
    return {
      viewer: story.server.name,
      spans: spans.map(({ value: members, ...at }) => ({ ...at, members })),
    };
  });
  const readOnly = heard.map(({ story, silences }): DrillReadOnlyLane => {
    const changes = listChanges(story, (one) => (one.reach === "up" ? one.isSuperReadOnly : null));
    const spans = listSpans([...changes, ...silences], whole);
    return {
      server: story.server.name,
      spans: spans.map(({ value: isReadOnly, ...at }) => ({ ...at, isReadOnly })),
    };
  });
  const held = addresses.flatMap((address) =>
    heard.map(({ story, silences }): DrillAddressLane => {
      const changes = story.frames.map(({ atMs, status }) => ({ atMs, value: hasAddress(status, address) }));
      const taken = listHolds([story], address).map(({ beganMs }) => ({ atMs: beganMs, value: true }));
      const spans = listSpans([...changes, ...taken, ...silences], whole);
      const told = spans.map(({ value: isHeld, ...at }) => ({ ...at, isHeld }));
      return { host: story.server.name, address, spans: told };
    }),
  );
  return { views, readOnly, addresses: held };
}

/** What each look showed: from the look on, and from each frame on that tells it again, as after a silence. */
function listChanges<V>({ looks, frames }: HostStory, read: (mysql: MysqlStatus) => V): Change<V>[] {
  return [
    ...looks.map(({ atMs, mysql }) => ({ atMs, value: read(mysql) })),
    ...frames.map(({ atMs, status }) => ({ atMs, value: read(status.mysql) })),
  ];
}

type Members = DrillViewLane["spans"][number]["members"];

function viewOf(
  { reach, members }: MysqlStatus,
  names: ReadonlyMap<string, string>,
  order: readonly string[],
): Members {
  if (reach !== "up" || members.length === 0) return null;
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return members
    .map(({ serverUuid, host, port, state, role }) => ({
      name: names.get(serverUuid) ?? `${host}:${port}`,
      state,
      role,
    }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : 1));
}

/** From when on a host said nothing any more, although it spoke again later or not. */
function listSilences({ frames }: HostStory): Change<null>[] {
  return frames.flatMap(({ atMs }, index) => {
    const next = frames[index + 1];
    const silentMs = atMs + silentAfterMs;
    return next === undefined || next.atMs > silentMs ? [{ atMs: silentMs, value: null }] : [];
  });
}
