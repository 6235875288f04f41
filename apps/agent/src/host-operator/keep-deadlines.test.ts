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
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Layout, planLayout } from "../store/layout";
import { createTestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";
import { acquireDeadlines } from "./deadlines-right";
import { keepDeadlines } from "./keep-deadlines";
import { JournalRecord } from "./record";

const limitMs = 120_000;
const record: JournalRecord = {
  ...{ actionId: randomUUID(), clusterId: randomUUID(), grantedTo: { who: "ada", operationId: null } },
  ...{ bootId: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), state: "acted" },
  ...{ startedAt: new Date(0).toISOString(), undoAtMs: monotonicMs() - limitMs, notAfterMs: 1, reason: null },
  action: { kind: "file", path: "/etc/mysql/primacy-none/my.cnf", expects: null, text: "" },
  undo: { kind: "file", beforeSha256: null, afterSha256: "a".repeat(64) },
};
const hostId = randomUUID();
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

function readState(): string {
  return JournalRecord.parse(JSON.parse(readFileSync(file, "utf8"))).state;
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
  const kept = keepDeadlines(layout, hostId, () => chmodSync(file, 0o644));
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

test("an act that is kept just as its deadline is seen to have passed stays as it is", async () => {
  const authority = await createTestAuthority();
  const { consoleId } = authority;
  const { keyPem, certificatePem } = await authority.issue({ kind: "host", consoleId, hostId });
  const bootstrap = { hostId, consoleId, hostName: "db1", listenAddress: "127.0.0.1", port: 7433 };
  for (const [name, text] of [
    [layout.keyFile, keyPem],
    [layout.certificateFile, certificatePem],
    [layout.authorityFile, authority.caPem],
  ] as const)
    writeFileSync(name, text, { mode: 0o600 });
  const tryWhile = async (change: () => void): Promise<void> => {
    layTrap();
    const trap = await awaitTry();
    change();
    writeSync(trap, JSON.stringify(bootstrap));
    closeSync(trap);
  };
  const kept = keepDeadlines(layout, hostId, () => undefined);
  // That a try like this one undoes, as far as it can, what nobody has kept.
  await tryWhile(() => undefined);
  await waitFor("it to be tried", limitMs, () => readState() === "undo_failed");
  await tryWhile(() => write({ ...record, state: "kept" }));
  await kept;
  expect(readState()).toBe("kept");
});

test("acts that begin later have their deadlines kept by the process that is there, which ends with the last one", async () => {
  const later: JournalRecord = { ...record, actionId: randomUUID(), undoAtMs: monotonicMs() + 2 * limitMs };
  const laterFile = path.join(layout.operatorJournalFolder, `${later.actionId}.json`);
  write({ ...record, undoAtMs: later.undoAtMs });
  let [isFirstArmed, hasFirstEnded] = [false, false];
  const first = keepDeadlines(layout, hostId, () => (isFirstArmed = true)).finally(
    () => (hasFirstEnded = true),
  );
  await waitFor("the first one to be armed", limitMs, () => isFirstArmed);
  writeFileSync(laterFile, JSON.stringify(later), { mode: 0o600 });
  let wasArmed = 0;
  await keepDeadlines(layout, hostId, () => (wasArmed += 1));
  expect([wasArmed, hasFirstEnded]).toEqual([1, false]);
  write({ ...record, state: "undone" });
  writeFileSync(laterFile, JSON.stringify({ ...later, undoAtMs: 0 }));
  layTrap();
  const trap = await awaitTry();
  writeFileSync(laterFile, JSON.stringify({ ...later, state: "kept" }));
  closeSync(trap);
  await first;
  // Where nothing is in force there is nothing to be armed for.
  await keepDeadlines(layout, hostId, () => (wasArmed += 1));
  expect(wasArmed).toBe(1);
});

test("that another process had the right for a moment does not end who keeps deadlines", async () => {
  // As a host operator has it that looks whether somebody keeps them.
  const right = await acquireDeadlines(hostId);
  layTrap();
  const kept = keepDeadlines(layout, hostId, () => void right?.release());
  const trap = await Promise.race([
    awaitTry(),
    kept.then(() => {
      throw new Error("it has ended");
    }),
  ]);
  write({ ...record, state: "undone" });
  closeSync(trap);
  await kept;
});

test("who cannot read the record at all says so, and keeps no deadline", async () => {
  chmodSync(file, 0o644);
  let isArmed = false;
  await expect(keepDeadlines(layout, hostId, () => (isArmed = true))).rejects.toMatchObject({
    code: "EPERM",
  });
  expect(isArmed).toBe(false);
});
