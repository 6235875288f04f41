import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { BackgroundJobs } from "./background-jobs";
import { createRetentionJob } from "./retention-job";

let opened: TestDatabase;
const log = pino({ level: "silent" });
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

test("one of several workers runs a job that is due, and a job that failed is tried again", async () => {
  const runs: string[] = [];
  const make = (who: string): BackgroundJobs =>
    new BackgroundJobs(
      opened.url,
      [
        {
          name: "test.job",
          cron: "0 0 1 1 *",
          run: async () => {
            runs.push(who);
            if (runs.length === 1) throw new Error("not yet");
          },
        },
      ],
      log,
      { pollSeconds: 0.5, retrySeconds: 1 },
    );
  const workers = [make("one"), make("two")];
  for (const worker of workers) await worker.start();
  const boss = new PgBoss({ connectionString: opened.url, supervise: false, schedule: false });
  await boss.start();
  await expect
    .poll(async () => (await boss.getSchedules()).map((one) => one.name), { timeout: 15_000 })
    .toEqual(["test.job"]);
  await expect
    .poll(() => boss.send("test.job", {}).then((id) => id !== null), { timeout: 15_000 })
    .toBe(true);
  await expect.poll(() => runs.length, { timeout: 30_000 }).toBe(2);
  for (const worker of workers) await worker.stop();
  await boss.stop({ graceful: false });
  expect(runs).toHaveLength(2);
});

test("a database that is away at the start is waited for, and a stop ends the wait", async () => {
  const jobs = new BackgroundJobs("postgresql://nobody@127.0.0.1:1/nothing", [], log);
  await jobs.start();
  await jobs.stop();
});

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
