import type { DrillEndpointOutcome, DrillFindings, DrillGap, ProbeLane } from "@primacy/contract";
import { listDualWrites } from "../dual-writers";
import { missesAcked } from "../stale-reads";
import { countTold, listAcks } from "./count-told";
import { drawStrip } from "./draw-strip";
import type { DrillRecord } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
import { findErrorLogs } from "./find-error-logs";
import { findFirstAnswers } from "./find-first-answers";
import { findGap } from "./find-gap";
import { findLanes } from "./find-lanes";
import { findMarks, serverName } from "./find-marks";
import { findReaders } from "./find-readers";
import { findTopology } from "./find-topology";
import { listStories } from "./host-story";
import { judgeRows } from "./judge-rows";
import { predictSeenPhases } from "./predict-phases";
import { listWayAttempts, type WayAttempts } from "./way-attempts";

/**
 * Everything that was recorded of a drill on one clock, in milliseconds from the fault (see `zeroOf`): of one that runs as of one that has
 * ended. What is found early stays, within its error, however much is recorded later.
 */
export function findDrill(record: DrillRecord): DrillFindings {
  const zeroMs = zeroOf(record);
  const stories = listStories(record);
  const attempts = listWayAttempts(record);
  const { ways } = attempts;
  const untilMs = findNewest([...ways, ...attempts.readers]);
  const { armedMs, healBegunMs, nowMs } = record;
  const errorLogs = findErrorLogs(record);
  return {
    fromMs: roundMs(record.startedMs - zeroMs),
    toMs: roundMs(record.nowMs - zeroMs),
    marks: [...findMarks(record, stories, ways)],
    predicted: predictSeenPhases(record),
    estimate: record.estimate,
    wayEstimates: [...(record.wayEstimates ?? [])],
    lanes: findLanes(record, stories),
    endpoints: findOutcomes(record, ways, untilMs),
    ...findReaders(record, attempts, untilMs),
    ledgers: record.ledgers.map(({ server, rows }) => ({
      server,
      rows: rows === null ? null : rows.flat().length,
    })),
    system: record.system ?? null,
    before: armedMs === null ? null : findTopology(record, stories, armedMs - zeroMs),
    after: healBegunMs === null ? null : findTopology(record, stories, nowMs - zeroMs),
    ...(errorLogs === undefined ? {} : { errorLogs }),
  };
}

function findOutcomes(
  record: DrillRecord,
  ways: readonly WayAttempts[],
  untilMs: number,
): DrillEndpointOutcome[] {
  const dual = listDualWrites(listAcks(record, ways));
  return ways.flatMap((way, at) => {
    const about = record.ways[at];
    if (about === undefined) return [];
    const { endpoint, label } = about;
    const gap = (lane: ProbeLane): DrillGap | null => findGap(way[lane], untilMs);
    const nameOf = (serverUuid: string): string => serverName(record, serverUuid);
    const strip = (lane: ProbeLane): ReturnType<typeof drawStrip> => drawStrip(lane, way[lane], nameOf);
    const answered = way.ownReads.filter(({ error }) => error === null);
    return [
      {
        ...{ endpoint, label, writeGap: gap("write"), readGap: gap("read"), loginGap: gap("login") },
        firstAfter: findFirstAnswers(record, way),
        ...countTold(way.write),
        ...judgeRows(record, at, way.write),
        staleReads: answered.length === 0 ? null : answered.filter(missesAcked).length,
        dualWrites: dual.filter((ack) => ack.way === at).length,
        strips: { write: strip("write"), read: strip("read"), login: strip("login") },
      },
    ];
  });
}

/** Attempts are told in the order in which they ended: what ended up to the newest of them is known, over all ways. */
function findNewest(ways: readonly WayAttempts[]): number {
  const ended = ways.flatMap(({ write, read, login }) => [...write, ...read, ...login]);
  return ended.reduce((last, one) => Math.max(last, one.endedMonotonicMs), 0);
}
