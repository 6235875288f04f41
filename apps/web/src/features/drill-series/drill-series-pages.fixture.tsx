import {
  type ClusterEndpoint,
  type DrillComparison,
  type DrillSeries,
  type DrillWayFigures,
  message,
} from "@primacy/contract";
import { type ComparedDrill, compareDrills } from "@primacy/core/drill/compare";
import { endpoints, picture, scatter } from "../benchmark/benchmark.fixture";
import { unmeasured } from "../benchmark/unmeasured.fixture";
import { DrillList } from "../drill/drill-list";
import { at, clusterOf, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { DrillCompare } from "./compare/drill-compare";
import { SeriesPage } from "./series-page";

/**
 * One of the pages of series, in front of a console: `#compare`, with `empty` of no drill; `#series`, with `empty` of none yet, with `forbidden` drills are not allowed, with `haproxy` one is set up; `#list`, the
 * drills. With `viewer` somebody else looks.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);
const { clusterId, clusterName } = picture;

const figures = (address: string, port: number, label: string, gapMs: number): DrillWayFigures => ({
  ...{ address, port, label, gapMs, errorMs: 24, writeBackMs: gapMs, lost: 0 },
});

function drills(): readonly ComparedDrill[] {
  const faults = [
    { fault: { kind: "kill_mysqld", restarts: false } as const, base: 6_900 },
    { fault: { kind: "switchover", memberId: null } as const, base: 310 },
  ];
  return faults.flatMap(({ fault, base }, which) =>
    [0, 1, 2, 3, 4].map((n): ComparedDrill => {
      const startedAt = new Date(Date.parse(at) + (n * 2 + which) * 86_400_000).toISOString();
      const router = figures("10.86.0.21", 6446, "Router", scatter(base * 1.07, n + 4, 0.08));
      const isGone = which === 0 && n === 3;
      return {
        id: idOf(600 + which * 10 + n),
        ...{ seriesId: null, fault, startedAt, endedAt: startedAt },
        verdict: { kind: "passed", sentence: message("step.waiting"), notes: [] },
        outcomes: [
          figures("10.86.0.100", 3306, "10.86.0.100", scatter(base, n, 0.08)),
          isGone ? { ...router, gapMs: 60_000, writeBackMs: null } : router,
        ],
      };
    }),
  );
}

const comparison: DrillComparison = {
  ...(has("empty") ? { faults: [], untested: 0 } : compareDrills(drills())),
  ...{ untested: has("empty") ? 0 : 2, isCut: false },
};

const base: DrillSeries = {
  ...{
    id: idOf(700),
    clusterId,
    clusterName,
    name: "Saturday night",
    observerHostId: null,
    objectiveMs: 30_000,
  },
  faults: [{ kind: "kill_mysqld", restarts: false }],
  endpoints: [{ address: "10.86.0.100", port: 3306 }],
  readEndpoints: [],
  ...{ runs: 5, schedule: null, state: "running", done: 2, total: 5, drillId: idOf(601), nextAt: null },
  ...{ waitsFor: null, remark: null, requestedBy: "alice", createdAt: at, endedAt: null },
};
const schedule = { cron: "0 2 * * 6", timeZone: "Europe/Berlin", windowMinutes: 120 };
const series: readonly DrillSeries[] = [
  base,
  {
    ...base,
    ...{ id: idOf(701), name: "After each upgrade", drillId: null },
    waitsFor: message("check.drill_whole.fail", { members: "db3" }),
  },
  {
    ...base,
    ...{ id: idOf(702), name: "Nightly", state: "waiting", schedule, drillId: null, done: 3, nextAt: at },
    remark: message("drill_series.left_out", {
      ...{ count: 2, total: 5, at: "2026-11-21 02:00 (Europe/Berlin)", minutes: 120 },
    }),
  },
  {
    ...base,
    ...{ id: idOf(703), name: "First try", state: "stopped", drillId: null, endedAt: at },
    remark: message("drill_series.stopped_unhealed", { member: "db1" }),
  },
  { ...base, ...{ id: idOf(704), name: "Baseline", state: "done", drillId: null, done: 5, endedAt: at } },
];

const haproxy: ClusterEndpoint = {
  ref: { kind: "proxy", proxyId: idOf(800), way: "write" },
  ...{ way: "haproxy_write", name: "10.86.0.110", address: "10.86.0.110", port: 3307 },
};

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  const ok = (body: object): { status: number; body: object } => ({ status: 200, body });
  if (method === "POST") return { status: 201, body: base };
  if (method === "DELETE") return ok({ ...base, state: "stopped" });
  if (path.endsWith("/drills/comparison")) return ok(comparison);
  if (path.endsWith("/drill-series")) return ok({ items: has("empty") ? [] : series, nextCursor: null });
  if (path.includes("/drill-series/")) return ok(base);
  if (path.endsWith("/drills")) return ok({ items: [], nextCursor: null });
  if (path.endsWith("/topology")) return ok(picture);
  if (path.endsWith("/endpoints"))
    return ok({
      items: [
        ...endpoints,
        {
          ref: { kind: "custom" as const, address: "10.86.0.21", port: 6446 },
          ...{ way: "router_write" as const, name: "Router", address: "10.86.0.21", port: 6446 },
        },
        ...(has("haproxy") ? [haproxy] : []),
      ].map(unmeasured),
    });
  return ok({
    ...clusterOf(["db1", "db2", "db3"]),
    id: clusterId,
    allowsDrills: !has("forbidden"),
    drillObjectiveMs: 12_500,
  });
}

const page = has("compare") ? (
  <DrillCompare clusterId={clusterId} />
) : has("list") ? (
  <DrillList clusterId={clusterId} />
) : (
  <SeriesPage clusterId={clusterId} />
);

showBeforeConsole((method, path) => answer(method, path), page, has("viewer") ? "viewer" : "operator");
