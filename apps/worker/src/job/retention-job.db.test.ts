import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { createRetentionJob } from "./retention-job";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

test("the purge takes its times from the setting, and a setting that means nothing fails it", async () => {
  const worker = createTestWorker(opened.database);
  const purge = (): Promise<void> => createRetentionJob(worker).run(new AbortController().signal);
  await purge();
  const set = (value: { eventsDays: number }, revision: number | null): Promise<boolean> =>
    opened.database.transact(systemActor("test"), (unit) => unit.settings.set("retention", value, revision));
  expect(await set({ eventsDays: 30 }, null)).toBe(true);
  await purge();
  expect(await set({ eventsDays: 0 }, 1)).toBe(true);
  await expect(purge()).rejects.toThrow();
});
