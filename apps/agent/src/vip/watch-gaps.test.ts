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
  await waitFor("both signs", 10_000, () => causes.includes("sigcont") && causes.includes("loop"));
  expect(causes).not.toContain("suspend");
  stop();
});

test("a process that runs without a break hears nothing", async () => {
  const causes: GapCause[] = [];
  const stop = watchGaps(5000, (cause) => causes.push(cause));
  const startMs = performance.now();
  await waitFor("a second", 5000, () => performance.now() - startMs > 1000);
  stop();
  expect(causes).toEqual([]);
});

test("without the native file the time since boot is known all the same, so that a suspend shows", () => {
  const libc = findLibc();
  expect(Math.abs(readUptimeMs() - (libc?.boottimeMs() ?? Number.NaN))).toBeLessThan(50);
});

test("a machine that was suspended learns of it: its time since boot is ahead of the monotonic clock", async () => {
  const causes: GapCause[] = [];
  let suspendedMs = 0;
  const stop = watchGaps(
    5000,
    (cause) => causes.push(cause),
    () => readUptimeMs() + suspendedMs,
  );
  suspendedMs = 200;
  await waitFor("the suspend is noticed", 5000, () => causes.length > 0);
  stop();
  expect(causes).toEqual(["suspend"]);
});
