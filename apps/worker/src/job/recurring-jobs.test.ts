import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { type RecurringJob, RecurringJobs } from "./recurring-jobs";

const log = pino({ level: "silent" });
let jobs: RecurringJobs | undefined;
afterEach(() => jobs?.stop());

async function start(...all: readonly RecurringJob[]): Promise<void> {
  jobs = new RecurringJobs(all, log, { firstMs: 1, retryMs: 5, limitMs: 200 });
  await jobs.start();
}

test("a job that failed is tried again long before its next time, and then waits for that", async () => {
  let runs = 0;
  await start({
    name: "rare",
    everyMs: 3_600_000,
    run: async () => {
      runs += 1;
      if (runs < 3) throw new Error("not yet");
    },
  });
  await expect.poll(() => runs).toBe(3);
  await jobs?.stop();
  expect(runs).toBe(3);
});

test("a job is repeated, never twice at a time, and another does not wait for it", async () => {
  let [running, most, short] = [0, 0, 0];
  let finish: () => void = () => undefined;
  const long = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await start(
    {
      name: "long",
      everyMs: 1,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await long;
        running -= 1;
      },
    },
    {
      name: "short",
      everyMs: 1,
      run: async () => {
        short += 1;
      },
    },
  );
  await expect.poll(() => short).toBeGreaterThan(3);
  expect(most).toBe(1);
  finish();
});

test("a run that hangs is aborted at its limit, and tried again", async () => {
  const reasons: string[] = [];
  await start({
    name: "hanging",
    everyMs: 1,
    run: (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason.name);
          reject(signal.reason);
        });
      }),
  });
  await expect.poll(() => reasons.slice(0, 2), { timeout: 30_000 }).toEqual(["TimeoutError", "TimeoutError"]);
});

test("a stop aborts the job that runs, and waits for it", async () => {
  let isRunning = false;
  await start({
    name: "stopped",
    everyMs: 1,
    run: (signal) => {
      isRunning = true;
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          isRunning = false;
          reject(signal.reason);
        });
      });
    },
  });
  await expect.poll(() => isRunning).toBe(true);
  await jobs?.stop();
  expect(isRunning).toBe(false);
});
