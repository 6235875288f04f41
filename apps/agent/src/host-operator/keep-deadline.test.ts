import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Layout, planLayout } from "../store/layout";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";
import { keepDeadline } from "./keep-deadline";
import type { JournalRecord } from "./record";

const limitMs = 120_000;
const record: JournalRecord = {
  ...{ actionId: randomUUID(), clusterId: randomUUID(), grantedTo: { who: "ada", operationId: null } },
  ...{ bootId: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), state: "acted" },
  ...{ startedAt: new Date(0).toISOString(), undoAtMs: monotonicMs() - limitMs, notAfterMs: 1, reason: null },
  action: { kind: "caches" },
  undo: { kind: "caches" },
};
let layout: Layout;
let file: string;

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "keep-deadline-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  layout = planLayout(folder, path.join(folder, "state"), path.join(folder, "run"));
  mkdirSync(layout.operatorJournalFolder, { recursive: true });
  file = path.join(layout.operatorJournalFolder, `${record.actionId}.json`);
  write(record);
});

function write(one: JournalRecord): void {
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(one), { mode: 0o600 });
}

/** The first file that a try to heal reads tells of it: it opens for writing only while somebody reads. */
function layTrap(): void {
  rmSync(layout.bootstrapFile, { force: true });
  execFileSync("mkfifo", ["-m", "600", layout.bootstrapFile]);
}

function awaitTry(): Promise<number> {
  return waitFor("a try to heal", limitMs, () => {
    try {
      return openSync(layout.bootstrapFile, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENXIO") return null;
      throw error;
    }
  });
}

test("a record that cannot be read for a while does not end who keeps its deadline", async () => {
  layTrap();
  const kept = keepDeadline(layout, record.actionId, () => chmodSync(file, 0o644));
  const tryOnce = (): Promise<number> =>
    Promise.race([
      awaitTry(),
      kept.then(() => {
        throw new Error("it has ended");
      }),
    ]);
  const first = await tryOnce();
  // Before the next try it has looked at the record again, more than once.
  layTrap();
  closeSync(first);
  const second = await tryOnce();
  write({ ...record, state: "undone" });
  closeSync(second);
  await kept;
});

test("who cannot read the record at all says so, and keeps no deadline", async () => {
  chmodSync(file, 0o644);
  let isArmed = false;
  await expect(keepDeadline(layout, record.actionId, () => (isArmed = true))).rejects.toMatchObject({
    code: "EPERM",
  });
  expect(isArmed).toBe(false);
});
