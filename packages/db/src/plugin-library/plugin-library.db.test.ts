import { message } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);
const draft = (sha256: string, byte: number) => ({
  ...{ sha256, name: `${byte}.so`, size: 3, serverVersion: byte === 1 ? null : 80_404, uploadedBy: "ada" },
  content: Uint8Array.from([byte, 0, 255]),
});

test("a library is stored once with its content, listed without it, and gone when it is deleted", async () => {
  const { pluginLibraries } = opened.database;
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  const first = await store((unit) => unit.pluginLibraries.add(draft(one, 1)));
  const again = await store((unit) => unit.pluginLibraries.add({ ...draft(one, 1), name: "another name" }));
  expect(again).toEqual(first);
  const second = await store((unit) => unit.pluginLibraries.add(draft(other, 2)));
  expect(await pluginLibraries.list()).toEqual([second, first]);
  expect(first).not.toHaveProperty("content");
  expect([...((await pluginLibraries.readContent(one)) ?? [])]).toEqual([1, 0, 255]);
  await store((unit) => unit.pluginLibraries.remove(first.id));
  expect([await pluginLibraries.find(first.id), await pluginLibraries.readContent(one)]).toEqual([
    null,
    null,
  ]);
  expect(await pluginLibraries.findBySha256(other)).toEqual(second);
});

test("an operation that is not over and was asked to bring it uses it, and no other", async () => {
  const { pluginLibraries } = opened.database;
  const [used, unused] = ["c".repeat(64), "d".repeat(64)];
  const title = message("step.waiting");
  await store((unit) => unit.operations.enqueue({ kind: "vip.check", title, input: { library: used } }));
  await store((unit) => unit.operations.enqueue({ kind: "vip.check", title, input: {} }));
  expect(await pluginLibraries.isUsed(used)).toBe(true);
  expect(await pluginLibraries.isUsed(unused)).toBe(false);
});
