import type { DrillAddressLane, DrillLanes, DrillReadOnlyLane, DrillViewLane } from "@primacy/contract";
import type { MysqlStatus } from "@primacy/contract/agent";
import type { DrillRecord } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
import { listHolds, listVipAddresses } from "./held-address";
import { type HostStory, hasAddress, silentAfterMs } from "./host-story";

/** A value from an instant on, until the next one. */
interface Change<V> {
  readonly atMs: number;
  readonly value: V;
}

interface Stretch<V> {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: V;
}

/**
 * What each server and each kernel said over the whole record, as spans that follow each other without a gap; null where nobody spoke: before
 * the first frame of a host, and from 3 s after a frame until the next.
 */
export function findLanes(record: DrillRecord, stories: readonly HostStory[]): DrillLanes {
  const zeroMs = zeroOf(record);
  const whole = { fromMs: record.startedMs - zeroMs, toMs: record.nowMs - zeroMs };
  const heard = stories.map((story) => ({ story, silences: listSilences(story) }));
  const names = new Map(record.servers.map(({ serverUuid, name }) => [serverUuid, name]));
  const order = record.servers.map(({ name }) => name);
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
  const addresses = listVipAddresses(record).flatMap((address) =>
    heard.map(({ story, silences }): DrillAddressLane => {
      const changes = story.frames.map(({ atMs, status }) => ({ atMs, value: hasAddress(status, address) }));
      const taken = listHolds([story], address).map(({ beganMs }) => ({ atMs: beganMs, value: true }));
      const spans = listSpans([...changes, ...taken, ...silences], whole);
      const told = spans.map(({ value: isHeld, ...at }) => ({ ...at, isHeld }));
      return { host: story.server.name, address, spans: told };
    }),
  );
  return { views, readOnly, addresses };
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

function listSpans<V>(
  changes: readonly Change<V | null>[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Stretch<V | null>[] {
  const spans: Stretch<V | null>[] = [];
  const sorted = changes.filter(({ atMs }) => atMs < toMs).sort((a, b) => a.atMs - b.atMs);
  for (const { atMs, value } of [{ atMs: fromMs, value: null }, ...sorted]) {
    const last = spans.at(-1);
    const startMs = roundMs(Math.max(atMs, fromMs));
    if (last === undefined) spans.push({ fromMs: startMs, toMs: roundMs(toMs), value });
    else if (JSON.stringify(last.value) !== JSON.stringify(value)) {
      spans[spans.length - 1] = { ...last, toMs: startMs };
      spans.push({ fromMs: startMs, toMs: roundMs(toMs), value });
    }
  }
  return spans.filter((one) => one.toMs > one.fromMs);
}
