import { isRefusal } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster, createHost, must } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import type { MigrationDraft } from "./migration-repository";

let opened: TestDatabase;
let cluster: ClusterRecord;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database, [await createHost(opened.database)]);
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

function draft(changes: Partial<MigrationDraft> = {}): MigrationDraft {
  return {
    id: newId(),
    clusterId: cluster.id,
    address: "10.0.0.100",
    port: 3306,
    hosts: [{ hostId: newId(), name: "db1", sha256: "a".repeat(64), isRunning: true }],
    gap: { gapMs: 900, errorMs: 105, everyMs: 50, writes: 120, failed: 14 },
    ...changes,
  };
}

test("a migration is recorded once with all that the way back needs, and is forgotten once", async () => {
  const one = draft();
  for (let times = 0; times < 2; times += 1) {
    const { createdAt, ...stored } = must(await store((unit) => unit.migrations.create(one)));
    expect(stored).toEqual(one);
    expect(Date.parse(createdAt)).not.toBeNaN();
  }
  const { migrations } = opened.database;
  expect(await migrations.listByCluster(cluster.id)).toHaveLength(1);
  expect(await migrations.findByAddress(one.address)).toMatchObject({ id: one.id });
  const again = await store((unit) => unit.migrations.create(draft()));
  expect(isRefusal(again) && again.code).toBe("already_exists");
  for (let times = 0; times < 2; times += 1) await store((unit) => unit.migrations.remove(one.id));
  expect(await migrations.find(one.id)).toBeNull();
});

test("one whose gap was not measured has none", async () => {
  const { id } = must(
    await store((unit) => unit.migrations.create(draft({ address: "10.0.0.101", gap: null }))),
  );
  expect((await opened.database.migrations.find(id))?.gap).toBeNull();
});
