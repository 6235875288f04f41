import { compareDrills } from "@primacy/core/drill/compare";
import { systemActor } from "@primacy/db";
import { waitFor } from "@primacy/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrillLab, shareDrillLab } from "../../testing/drill-lab";
import { DrillSeriesService } from "./series-service";

let lab: DrillLab;
let service: DrillSeriesService;

beforeAll(async () => {
  lab = await shareDrillLab();
  service = new DrillSeriesService(lab.here.worker);
  await service.start();
}, 300_000);
afterAll(async () => {
  await service.stop();
  await lab.close();
}, 300_000);

test("a series kills mysqld of the primary twice, each time once the group is whole, and both runs are compared", async () => {
  const { here, address } = lab;
  const { drillSeries, drills } = here.opened.database;
  const { id } = await here.opened.database.transact(systemActor("test"), (unit) =>
    unit.drillSeries.create({
      ...{ clusterId: here.clusterId, name: "Twice", requestedBy: "alice", runs: 2 },
      faults: [{ kind: "kill_mysqld", restarts: false }],
      endpoints: [{ address, port: 3306 }],
      readEndpoints: [],
      ...{ observerHostId: null, objectiveMs: 60_000, schedule: null, nextAt: null },
    }),
  );
  const ended = await waitFor(
    "the series to end",
    async () => {
      const series = await drillSeries.find(id);
      return series === null || series.endedAt === null ? undefined : series;
    },
    { timeoutMs: 500_000, intervalMs: 500 },
  );
  expect(ended).toMatchObject({ state: "done", done: 2, total: 2, remark: null });
  const both = await drills.listEnded(here.clusterId, id, 9);
  expect(both).toHaveLength(2);
  for (const { verdict, heal, outcomes } of both) {
    expect(verdict?.kind).toBe("passed");
    expect(heal).toBe("healed");
    expect(outcomes).toMatchObject([{ address, port: 3306, lost: 0 }]);
  }
  // Nobody brings the old primary back, so that the second hits another one.
  expect(new Set(both.map(({ target }) => target.name)).size).toBe(2);
  const [way] = compareDrills(both).faults[0]?.ways ?? [];
  expect(way?.runs).toHaveLength(2);
  expect(way?.notBack).toBe(0);
  expect(way?.medianMs).toBeGreaterThan(4_000);
  expect(way?.worstMs).toBeLessThan(60_000);
}, 600_000);
