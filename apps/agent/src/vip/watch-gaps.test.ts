import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { waitFor } from "../testing/wait-for";
import { type GapCause, watchGaps } from "./watch-gaps";

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
