import { isRefusal } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { refuseGone } from "./refuse-gone";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const gone = "00000000-0000-4000-8000-000000000001";

it("a benchmark whose cluster or load host is gone when its turn comes is refused, and names which", async () => {
  const cluster = await opened.database.transact(systemActor("test"), (unit) =>
    unit.clusters.create({ name: "main", kind: "group_replication", groupName: gone, members: [] }),
  );
  const clusterId = isRefusal(cluster) ? gone : cluster.id;
  const worker = createTestWorker(opened.database);
  for (const [id, what] of [
    [gone, "cluster"],
    [null, "cluster"],
    [clusterId, "host"],
  ] as const)
    expect(await refuseGone(worker, id, gone)).toMatchObject({
      code: "not_found",
      message: { params: { what } },
    });
});
