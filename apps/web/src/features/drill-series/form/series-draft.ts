import {
  busyChoices,
  type ClusterEndpoint,
  type DrillFault,
  type DrillSeriesRequest,
  fullChoices,
  longestWindowMinutes,
  mostDrillEndpoints,
  mostSeriesRuns,
  ProxyService,
} from "@primacy/contract";
import { type FaultKey, keyOfFault } from "@primacy/core/drill/compare";
import { checkSchedule } from "@primacy/core/schedule";
import { chosenWays, findWayProblems, keyOfWay, toPlace } from "../../drill/form/drill-draft";
import { listProxies } from "../../drill/form/list-proxies";

/** The faults that a series can make, as a comparison tells them apart; the console chooses whom they hit. */
export const seriesFaults: readonly DrillFault[] = [
  { kind: "switchover", memberId: null },
  { kind: "stop_mysqld" },
  { kind: "kill_mysqld", restarts: false },
  { kind: "kill_mysqld", restarts: true },
  { kind: "freeze_mysqld" },
  { kind: "cut_host" },
  { kind: "cut_secondary", memberId: null },
  { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
  { kind: "cut_one_way", memberId: null, drops: "from_secondary" },
  { kind: "kill_agent" },
  { kind: "freeze_agent" },
  ...busyChoices.map((perProcessor) => ({ kind: "cpu_pressure", perProcessor }) as const),
  ...fullChoices.map((seconds) => ({ kind: "fill_disk", seconds }) as const),
  ...ProxyService.options.flatMap((program) =>
    [false, true].map((restarts) => ({ kind: "kill_proxy", proxyId: null, program, restarts }) as const),
  ),
];

/** Those of them that this cluster can have: no proxy dies where none has the program. */
export function listFaults(ways: readonly ClusterEndpoint[]): readonly DrillFault[] {
  return seriesFaults.filter(
    (fault) => fault.kind !== "kill_proxy" || listProxies(ways, fault.program).length > 0,
  );
}

/** What somebody has chosen of a series; figures are as they were typed. */
export interface SeriesDraft {
  readonly name: string;
  readonly faults: readonly FaultKey[];
  readonly runs: string;
  /** By `keyOfWay`. */
  readonly endpoints: readonly string[];
  /** The same of those that are only read through. */
  readonly readEndpoints: readonly string[];
  /** In seconds. */
  readonly objective: string;
  readonly isTimed: boolean;
  readonly cron: string;
  readonly timeZone: string;
  readonly windowMinutes: string;
}

/** What is proposed: five kills at once, through the VIPs or else the first way that outlasts a primary; each drill moves it. */
export function emptySeriesDraft(
  ways: readonly ClusterEndpoint[],
  objectiveMs: number,
  timeZone: string,
): SeriesDraft {
  const vips = ways.filter(({ way }) => way === "write_vip");
  const chosen = vips.length > 0 ? vips : ways.filter(({ way }) => way !== "direct").slice(0, 1);
  return {
    ...{ name: "", faults: ["kill_mysqld"], runs: "5", isTimed: false },
    endpoints: chosen.slice(0, mostDrillEndpoints).map(keyOfWay),
    readEndpoints: [],
    objective: String(objectiveMs / 1_000),
    ...{ cron: "0 2 * * 6", timeZone, windowMinutes: "120" },
  };
}

/** The fields of a draft that can be wrong. */
export type SeriesField =
  | "name"
  | "faults"
  | "endpoints"
  | "readEndpoints"
  | "runs"
  | "objective"
  | "window"
  | "cron"
  | "timeZone";

const seriesFields: readonly SeriesField[] = [
  ...(["name", "faults", "endpoints", "readEndpoints", "runs", "objective"] as const),
  ...(["window", "cron", "timeZone"] as const),
];

/** Every field that is wrong, at once. */
export function findWrong(
  draft: SeriesDraft,
  ways: readonly ClusterEndpoint[],
  reads: readonly ClusterEndpoint[],
  now: Date,
): ReadonlySet<SeriesField> {
  const { name, runs, objective, isTimed, windowMinutes } = draft;
  const chosen = findWayProblems(draft, ways, reads);
  const wrong = checkSchedule(draft, now);
  const is: Readonly<Record<SeriesField, boolean>> = {
    name: name.trim() === "",
    faults: chosenFaults(draft, ways).length === 0,
    endpoints: chosen.endpoints !== null,
    readEndpoints: chosen.readEndpoints !== null,
    runs: !isWhole(runs, mostSeriesRuns),
    objective: toObjectiveMs(objective) === null,
    window: isTimed && !isWhole(windowMinutes, longestWindowMinutes),
    cron: isTimed && wrong.cron,
    timeZone: isTimed && wrong.timeZone,
  };
  return new Set(seriesFields.filter((field) => is[field]));
}

/** The draft as the API takes it; only of one in which nothing is wrong. */
export function toSeries(
  draft: SeriesDraft,
  ways: readonly ClusterEndpoint[],
  reads: readonly ClusterEndpoint[],
): DrillSeriesRequest {
  const { name, isTimed, cron, timeZone } = draft;
  return {
    name: name.trim(),
    faults: chosenFaults(draft, ways),
    endpoints: chosenWays(draft.endpoints, ways).map(toPlace),
    readEndpoints: chosenWays(draft.readEndpoints, reads).map(toPlace),
    observerHostId: null,
    objectiveMs: toObjectiveMs(draft.objective) ?? 0,
    runs: Number(draft.runs),
    schedule: isTimed ? { cron: cron.trim(), timeZone, windowMinutes: Number(draft.windowMinutes) } : null,
  };
}

/** In the order of the list, without those that the cluster has lost since they were chosen. */
function chosenFaults(
  { faults }: Pick<SeriesDraft, "faults">,
  ways: readonly ClusterEndpoint[],
): DrillFault[] {
  return listFaults(ways).filter((fault) => faults.includes(keyOfFault(fault)));
}

/** An objective that was typed in seconds, in milliseconds; null: it is none from 0.1 to 300 s. */
export function toObjectiveMs(typed: string): number | null {
  const seconds = typed.trim() === "" ? Number.NaN : Number(typed.replace(",", "."));
  return seconds >= 0.1 && seconds <= 300 ? Math.round(seconds * 1_000) : null;
}

function isWhole(typed: string, most: number): boolean {
  const count = Number(typed);
  return typed.trim() !== "" && Number.isInteger(count) && count >= 1 && count <= most;
}
