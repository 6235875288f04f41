import { type BenchmarkRun, isRefusal } from "@primacy/contract";
import { systemActor, type UnitOfWork } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestWorker } from "../../testing/test-worker";
import { prepareRun } from "./prepare-run";

let opened: TestDatabase;
let clusterId: string;
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const uuids = [id(11), id(12), id(13)];

beforeAll(async () => {
  opened = await openTestDatabase();
  const members = uuids.map((serverUuid, place) => ({
    ...{ serverUuid, address: `192.0.2.${place + 1}`, port: 3306, hostId: null },
  }));
  const cluster = await store((unit) =>
    unit.clusters.create({ name: "main", kind: "group_replication", groupName: id(7), members }),
  );
  if (isRefusal(cluster)) throw new Error(cluster.message.text);
  clusterId = cluster.id;
});
afterAll(() => opened.close());

/** The code of what ends the preparation of a run, whose tables are deleted already; no server can be reached. */
async function endOf(done: BenchmarkRun["preparation"], hygiene: string): Promise<unknown> {
  const run = { id: id(1), ordinal: 0, preparation: done };
  const input = {
    clusterId,
    online: uuids,
    primary: { serverUuid: uuids[0], name: "db1" },
    ...{ fields: { hygiene, workload: { tool: "sysbench" } }, user: null },
  };
  const context = {
    worker: createTestWorker(opened.database),
    report: async () => undefined,
  };
  const signal = new AbortController().signal;
  return prepareRun(context as never, input as never, { run, runs: 4 } as never, signal).catch(
    (error: { code?: string }) => error.code,
  );
}

it("no server is restarted and no cache is dropped on a cluster that was marked as production after the order", async () => {
  const cleared = { kind: "clear", name: null, ms: 1 } as const;
  const restarted = { kind: "restart", name: "db2", ms: 1 } as const;
  const told = async () => [
    await endOf([cleared], "restart_servers"),
    await endOf([cleared, restarted], "drop_caches"),
  ];
  // It is tried, and there is nobody to do it.
  expect(await told()).toEqual(["credential_missing", "benchmark_caches"]);
  await store((unit) => unit.clusters.change(clusterId, null, { isProduction: true }));
  expect(await told()).toEqual(["benchmark_production", "benchmark_production"]);
});
