import { isRefusal } from "@primacy/contract";
import { newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { writeAndDelete } from "./client-rows";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test("nothing is written where there is no primary, and it is not said to be", async () => {
  const cluster = await opened.database.transact(systemActor("test"), (unit) =>
    unit.clusters.create({ name: "orders", kind: "group_replication", groupName: newId(), members: [] }),
  );
  if (isRefusal(cluster)) throw new Error("it is refused");
  const worker = createTestWorker(opened.database);
  const input = { clusterId: cluster.id, ways: [] };
  expect(await writeAndDelete(worker, input, AbortSignal.timeout(30_000))).toBe(false);
});
