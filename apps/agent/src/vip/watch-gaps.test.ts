import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { findLibc } from "../ffi/libc";
import { waitFor } from "../testing/wait-for";
import { type GapCause, readUptimeMs, watchGaps } from "./watch-gaps";

test("a process that was stopped learns of it when it continues", async () => {
  const causes: GapCause[] = [];
  const stop = watchGaps(500, (cause) => causes.push(cause));
  // Somebody else has to wake this process up again.
  spawn("sh", ["-c", 'kill -STOP "$1"; sleep 1; kill -CONT "$1"', "sh", String(process.pid)]);
  await waitFor("both signs", 120_000, () => causes.includes("sigcont") && causes.includes("loop"));
  expect(causes).not.toContain("suspend");
  stop();
});

test("a process that runs without a break hears nothing", async () => {
  const causes: GapCause[] = [];
  // A busy machine may hold this thread up for some seconds, and that is a break.
  const stop = watchGaps(20_000, (cause) => causes.push(cause));
  const startMs = performance.now();
  await waitFor("a second", 120_000, () => performance.now() - startMs > 1000);
  stop();
  expect(causes).toEqual([]);
});

test("without the native file the time since boot is known all the same, so that a suspend shows", () => {
  const readBoottimeMs = (): number => findLibc()?.boottimeMs() ?? Number.NaN;
  const beforeMs = readBoottimeMs();
  const uptimeMs = readUptimeMs();
  // The kernel tells it to a hundredth of a second.
  expect(uptimeMs).toBeGreaterThan(beforeMs - 11);
  expect(uptimeMs).toBeLessThan(readBoottimeMs() + 11);
});

test("a machine that was suspended learns of it: its time since boot is ahead of the monotonic clock", async () => {
  const causes: GapCause[] = [];
  let suspendedMs = 0;
  const stop = watchGaps(
    20_000,
    (cause) => causes.push(cause),
    () => readUptimeMs() + suspendedMs,
  );
  suspendedMs = 200;
  await waitFor("the suspend is noticed", 120_000, () => causes.length > 0);
  stop();
  expect(causes).toEqual(["suspend"]);
});

test("a thread that is held up between its readings of the two clocks is not taken for a suspended machine", async () => {
  const causes: GapCause[] = [];
  let reads = 0;
  const stop = watchGaps(
    20_000,
    (cause) => causes.push(cause),
    () => {
      const readMs = readUptimeMs();
      reads += 1;
      const untilMs = performance.now() + (reads === 1 ? 200 : 0);
      while (performance.now() < untilMs);
      return readMs;
    },
  );
  const readsAtStart = reads;
  await waitFor("the clocks are compared", 120_000, () => reads > readsAtStart + 1);
  stop();
  expect(causes).toEqual([]);
});
