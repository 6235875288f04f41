import type { DrillFindings, DrillReaderOutcome } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import { countErrors } from "./count-told";
import { drawStrip } from "./draw-strip";
import type { DrillRecord } from "./drill-record";
import { roundMs } from "./drill-zero";
import { findGap } from "./find-gap";
import { serverName } from "./find-marks";
import { measureLag } from "./measure-lag";
import { type listWayAttempts, notBegun, type WayAttempts } from "./way-attempts";

/** What clients of each way that is only read through met; nothing where there is none. `untilMs`: what had ended by then is known. */
export function findReaders(
  record: DrillRecord,
  { ways, readers }: ReturnType<typeof listWayAttempts>,
  untilMs: number,
): Pick<DrillFindings, "readers"> {
  const written = ways[0]?.write ?? [];
  const outcomes = readers.flatMap((reader, at): DrillReaderOutcome[] => {
    const about = record.readWays?.[at];
    if (about === undefined) return [];
    const { endpoint, label } = about;
    const nameOf = (serverUuid: string): string => serverName(record, serverUuid);
    const { read, login } = reader;
    return [
      {
        ...{ endpoint, label, readGap: findGap(read, untilMs), loginGap: findGap(login, untilMs) },
        awayMs: findAway(read),
        attempts: countReads(read),
        errors: countErrors(read),
        lag: measureLag(reader.ownReads, written, record.injection === null ? null : 0),
        servers: countServers(reader, nameOf),
        strips: { read: drawStrip("read", read, nameOf), login: drawStrip("login", login, nameOf) },
      },
    ];
  });
  return outcomes.length === 0 ? {} : { readers: outcomes };
}

/** From the begin of the first read of those that failed last to the end of the last one. */
function findAway(reads: readonly WriteAttempt[]): number {
  const failed = reads.slice(reads.findLastIndex(({ acked }) => acked) + 1);
  const [first, last] = [failed[0], failed.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : roundMs(last.endedMonotonicMs - first.dueMonotonicMs);
}

function countReads(reads: readonly WriteAttempt[]): DrillReaderOutcome["attempts"] {
  const answered = reads.filter(({ acked }) => acked).length;
  const unbegun = reads.filter(({ error }) => error === notBegun).length;
  return { answered, failed: reads.length - answered - unbegun, notBegun: unbegun };
}

function countServers(
  { read, login }: Pick<WayAttempts, "read" | "login">,
  nameOf: (serverUuid: string) => string,
): DrillReaderOutcome["servers"] {
  const found = new Map<string, { reads: number; logins: number }>();
  for (const [lane, attempts] of [["reads", read] as const, ["logins", login] as const])
    for (const { acked, serverUuid } of attempts) {
      if (!acked || serverUuid === null) continue;
      const server = nameOf(serverUuid);
      const counts = found.get(server) ?? { reads: 0, logins: 0 };
      counts[lane] += 1;
      found.set(server, counts);
    }
  return [...found]
    .map(([server, counts]) => ({ server, ...counts }))
    .sort((a, b) => b.reads - a.reads || b.logins - a.logins || (a.server < b.server ? -1 : 1));
}
