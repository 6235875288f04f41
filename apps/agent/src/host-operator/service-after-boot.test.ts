import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { message } from "@primacy/contract";
import type { HostActionRecord, HostFault } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { expect, onTestFinished, test } from "vitest";
import { createFileLog } from "../log/log";
import { planLayout } from "../store/layout";
import { HostOperator } from "./host-operator";
import { JournalRecord } from "./record";

const bootId = randomUUID();
const servicesMs = 120_000;
const left: JournalRecord = {
  ...{ actionId: randomUUID(), clusterId: randomUUID(), grantedTo: { who: "ada", operationId: null } },
  ...{ bootId: randomUUID(), state: "acted", startedAt: new Date(0).toISOString(), reason: null },
  ...{ undoAtMs: 0, notAfterMs: 1 },
  action: { kind: "service", service: "mysql", act: "stop" },
  undo: { kind: "service", before: "running" },
};

/** A host operator that has just read an act of an earlier boot; its host does nothing, and tells what it was asked to. */
async function open(
  record: JournalRecord,
): Promise<{ operator: HostOperator; ran: string[]; passTo: (ms: number) => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), "service-after-boot-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const layout = planLayout(folder, path.join(folder, "state"), path.join(folder, "run"));
  mkdirSync(layout.operatorJournalFolder, { recursive: true });
  const file = path.join(layout.operatorJournalFolder, `${record.actionId}.json`);
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
  const ran: string[] = [];
  const run: ActingHost["exec"] = async (argv) => {
    ran.push(argv.join(" "));
    throw new Error("not here");
  };
  const host: ActingHost = {
    ...{ name: "db1", exec: run, tryExec: run, signal: () => undefined, readMounts: async () => "" },
    ...{ listProcesses: async () => [], listListeners: async () => [] },
  };
  let nowMs = 0;
  const operator = await HostOperator.open({
    ...{ layout, bootId, host, log: createFileLog(layout.operatorLogFile), now: () => nowMs, bootedAtMs: 0 },
    identity: {
      bootstrap: {
        ...{ hostId: randomUUID(), consoleId: randomUUID(), hostName: "db1" },
        ...{ listenAddress: "127.0.0.1", port: 7433 },
      },
      caPem: "",
    },
    armDeadMan: async () => undefined,
  });
  return { operator, ran, passTo: (ms) => (nowMs = ms) };
}

async function tell(operator: HostOperator): Promise<HostActionRecord | undefined> {
  return (await operator.report()).actions[0];
}

const server = { pid: 1, startTicks: "1", name: "mysqld" };
const undo = { kind: "fault", server, inodes: [], supervisor: server, unit: "mysql.service", evidence: null };
const faults: readonly HostFault[] = [
  { name: "stop_server", service: "mysql", port: 3306 },
  { name: "kill_server", service: "mysql", port: 3306, restarts: false },
  { name: "kill_proxy", program: "haproxy", port: 3306, restarts: false },
];

test.each(faults)(
  "a service that $name left down is looked at after a boot, and not called up unseen",
  async (fault) => {
    const record = JournalRecord.parse({ ...left, action: { kind: "fault", fault }, undo });
    const { operator, ran, passTo } = await open(record);
    await operator.replay();
    await operator.undoAll(message("operator.stopped"), "fault");
    passTo(servicesMs - 1);
    await operator.tick();
    expect(ran).toEqual([]);
    expect(await tell(operator)).toMatchObject({
      state: "planned",
      reason: { code: "operator.boot_pending" },
    });
    passTo(servicesMs);
    await operator.tick();
    const service = "service" in fault ? "mysql" : "haproxy";
    // The process of the earlier boot, its supervisor and its drop-in are gone: nobody else is taken for them.
    expect(await tell(operator)).toMatchObject({
      state: "undo_failed",
      byHand: [expect.stringMatching(new RegExp(`start ${service}|${service} start`))],
    });
    expect(ran.some((command) => command.startsWith("flock"))).toBe(true);
  },
);

test("a fault that ends with its boot is over after it", async () => {
  const fault: HostFault = { name: "freeze_server", port: 3306 };
  const { operator } = await open(JournalRecord.parse({ ...left, action: { kind: "fault", fault }, undo }));
  await operator.replay();
  expect(await tell(operator)).toMatchObject({ state: "undone", reason: { code: "operator.boot" } });
});

test.each([
  ["acted", { state: "planned", reason: { code: "operator.boot_pending" } }],
  // It stays as loud as it was.
  ["undo_failed", { state: "undo_failed" }],
] as const)(
  "a service that an earlier boot left %s is not touched before this one had time to start it",
  async (state, told) => {
    const { operator, ran, passTo } = await open({ ...left, state });
    await operator.replayFiles();
    await operator.tick();
    await operator.replay();
    passTo(servicesMs - 1);
    await operator.tick();
    expect(ran).toEqual([]);
    expect(await tell(operator)).toMatchObject(told);
    passTo(servicesMs);
    await operator.tick();
    expect(ran.length).toBeGreaterThan(0);
    // What cannot be put back is not called undone.
    expect(await tell(operator)).toMatchObject({
      state: "undo_failed",
      byHand: [expect.stringMatching(/start mysql|mysql start/)],
    });
  },
);
