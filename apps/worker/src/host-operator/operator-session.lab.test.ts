import { readFile } from "node:fs/promises";
import type { HostActionRecord, HostActionState } from "@primacy/contract/agent";
import { agentCommands, installLayout } from "@primacy/contract/agent";
import { isLongRun, joinRows, type LabHost, runRootSql } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agentOf } from "../cluster-record/load-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";
import { OperatorSession } from "./operator-session";

const hourMs = 3_600_000;
const patience = { timeout: 120_000, interval: 100 };
const optionFile = "/etc/mysql/lab.d/operator.cnf";
const options = "[mysqld]\nmax_connections=77\n";
/** CAP_NET_ADMIN (12) and CAP_NET_RAW (13), capabilities(7). */
const addressHelperCapabilities = "0000000000003000";

let here: SharedCluster;
let machine: LabHost;
let session: OperatorSession;

beforeAll(async () => {
  here = await shareCluster();
  machine = here.lab.host("db3");
  await machine.exec([...agentCommands.enableOperator], { timeoutMs: 60_000 });
  // As an installation does without systemd; it starts before the database.
  const link = `ln -sfn ${installLayout.operatorScript} ${installLayout.operatorInitScript}
    ln -sfn ../init.d/primacy-operator /etc/rc2.d/S00primacy-operator`;
  await machine.exec(["sh", "-c", link]);
});
afterAll(async () => {
  await machine.exec([
    "sh",
    "-c",
    `rm -f ${installLayout.operatorInitScript} /etc/rc2.d/S00primacy-operator`,
  ]);
  await machine.exec([...agentCommands.disableOperator], { timeoutMs: 120_000 });
  await here.giveBack();
});
beforeEach(async () => {
  session = await open();
});

const never = (): AbortSignal => AbortSignal.timeout(300_000);

async function open(): Promise<OperatorSession> {
  const { database } = here.opened;
  const host = (await database.hosts.listAll()).find(({ address }) => address === machine.address);
  if (host === undefined) throw new Error("db3 is not registered");
  const { epoch } = await database.clusters.get(here.clusterId);
  const { clusterId } = here;
  const grantedTo = { who: "ada", operationId: null };
  const scope = {
    clusterId,
    epoch,
    grantedTo,
    kinds: ["service", "file", "process", "caches", "fault"],
    forMs: hourMs,
  } as const;
  return OperatorSession.open(here.worker, agentOf(host, null), scope, never());
}

async function awaitState(
  actionId: string,
  state: HostActionState,
  limits = patience,
): Promise<HostActionRecord | undefined> {
  const find = async (): Promise<HostActionRecord | undefined> =>
    (await session.report(never())).actions.find((one) => one.actionId === actionId);
  await expect.poll(async () => (await find())?.state, limits).toBe(state);
  return find();
}

const ask = (): Promise<string> => runRootSql(machine, "SELECT 1").then(joinRows, () => "");
const show = async (...argv: readonly string[]): Promise<string> =>
  (await machine.tryExec(argv, { timeoutMs: 60_000 })).stdout;

test("the database is stopped for a bounded time and comes back by itself, with nobody's doing", async () => {
  expect(await session.readService("mysql", never())).toBe("running");
  const action = { kind: "service", service: "mysql", act: "stop" } as const;
  const { actionId, state } = await session.act(action, { undoAfterMs: 30_000 }, never());
  expect([state, await session.readService("mysql", never())]).toEqual(["acted", "stopped"]);
  expect(await show("pgrep", "-x", "mysqld")).toBe("");
  expect(await awaitState(actionId, "undone")).toMatchObject({
    reason: { code: "operator.deadline_passed" },
  });
  expect(await session.readService("mysql", never())).toBe("running");
  await expect.poll(ask, patience).toBe("1");
});

if (isLongRun)
  test("a drill kills the database, which stays down until that is undone, or comes back at the hands of mysqld_safe", async () => {
    const fault = { name: "kill_server", service: "mysql", port: 3306 } as const;
    const kill = (restarts: boolean) =>
      session.act({ kind: "fault", fault: { ...fault, restarts } }, { undoAfterMs: hourMs }, never());
    const codesOf = ({ evidence }: HostActionRecord): unknown => evidence?.seen.map(({ code }) => code);
    const pidOf = (): Promise<string> => show("pgrep", "-x", "mysqld");
    const down = await kill(false);
    const gone = ["operator.seen_gone", "operator.seen_gone", "operator.seen_silent"];
    expect([down.state, codesOf(down)]).toEqual(["acted", gone]);
    expect([await pidOf(), await show("pgrep", "-x", "mysqld_safe")]).toEqual(["", ""]);
    expect(await session.readService("mysql", never())).toBe("stopped");
    expect((await session.undo(down.actionId, never())).state).toBe("undone");
    expect(await session.readService("mysql", never())).toBe("running");
    const before = await pidOf();
    const killed = await kill(true);
    expect(codesOf(killed)).toContain("operator.seen_gone");
    // It is started again as it would be in earnest, and the undo finds nothing to do.
    expect((await session.undo(killed.actionId, never())).state).toBe("undone");
    await expect.poll(ask, patience).toBe("1");
    expect(await pidOf()).not.toBe(before);
    // A child that a shell has just begun bears its name.
    await expect.poll(async () => (await show("pgrep", "-xc", "mysqld_safe")).trim(), patience).toBe("1");
  });

test("a program with an input outlives the host operator and its supervisor, and the address helper has what it had", async () => {
  const args = ["-c", "cat /dev/stdin; while :; do sleep 1; done"];
  const bounds = { runAs: "nobody", input: "begun\n", maxOutputBytes: 1_000 } as const;
  const action = { kind: "process", program: "/bin/sh", args, ...bounds } as const;
  const { actionId, process } = await session.act(action, { undoAfterMs: hourMs }, never());
  const status = (): Promise<string> => show("primacy-agent", "status");
  await expect.poll(status, patience).toContain("The host operator is on, with 1 action in force.");
  const hands = (await readFile(`/proc/${await findHands()}/status`, "utf8")).match(/^CapBnd:\t(.*)$/m);
  expect(hands?.[1]).toBe(addressHelperCapabilities);
  // The supervisor first: nobody starts it again, and the next one finds what the one before left.
  await show("sh", "-c", `kill -9 $(cat ${installLayout.runFolder}/operator.pid)`);
  await show("sh", "-c", `kill -9 $(cat ${installLayout.runFolder}/operator.child)`);
  // Nobody who could tell of the program answers, which is not the same as that there is none.
  await expect(session.report(never())).rejects.toMatchObject({ code: "host_operator", retryable: true });
  await machine.exec([`${installLayout.currentLink}/primacy-operator`, "start"], { timeoutMs: 60_000 });
  expect(await awaitState(actionId, "acted")).toMatchObject({
    process: { pid: process?.pid, isRunning: true },
  });
  expect(await session.readOutput(actionId, 0, never())).toMatchObject({ text: "begun\n" });
  expect(await session.undo(actionId, never())).toMatchObject({ state: "undone" });
  await expect.poll(() => show("ps", "-o", "pid=", "-s", String(process?.pid)), patience).toBe("");
});

if (isLongRun)
  test("a frozen database is thawed at its deadline where host operator and supervisor are dead, and nobody starts them", async () => {
    const pid = (await show("pgrep", "-x", "mysqld")).trim();
    const stateOf = async (): Promise<string> => (await show("ps", "-o", "stat=", "-p", pid)).trim();
    const fault = { name: "freeze_server", port: 3306 } as const;
    // By one command, so that it is seen long before its deadline. The group may expel it meanwhile; it returns by itself.
    const orphan = `cd ${installLayout.runFolder} && kill -9 $(cat operator.pid); kill -9 $(cat operator.child); ps -o stat= -p ${pid}`;
    const { actionId } = await session.act({ kind: "fault", fault }, { undoAfterMs: 8_000 }, never());
    expect(await show("sh", "-c", orphan)).toMatch(/^T/);
    await expect.poll(stateOf, patience).toMatch(/^[^T]/);
    await expect.poll(() => show("pgrep", "-f", "operator heal"), patience).toBe("");
    await machine.exec([`${installLayout.currentLink}/primacy-operator`, "start"], { timeoutMs: 60_000 });
    expect(await awaitState(actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
    });
  });

test("caches that belong to the whole machine are dropped by no host of it, whoever orders it, and nothing of that is written down", async () => {
  const order = session.act({ kind: "caches" }, { undoAfterMs: hourMs }, never());
  await expect(order).rejects.toMatchObject({
    code: "host_operator",
    message: expect.stringContaining("shares its kernel"),
  });
  const { actions } = await session.report(never());
  expect(actions.map(({ kind }) => kind)).not.toContain("caches");
});

test("a reboot takes an edited option file back before the database reads it, and ends the grant", async () => {
  expect(await session.readFile(optionFile, never())).toBeNull();
  const edit = { kind: "file", path: optionFile, expects: null, text: options } as const;
  const { actionId } = await session.act(edit, { undoAfterMs: hourMs }, never());
  await machine.exec(["service", "mysql", "restart"], { timeoutMs: 120_000 });
  expect(await readMaxConnections()).toBe("77");
  const stop = { kind: "service", service: "mysql", act: "stop" } as const;
  const stopped = await session.act(stop, { undoAfterMs: hourMs }, never());
  await here.lab.fault.powerOff("db3");
  await here.lab.fault.powerOn("db3");
  await expect.poll(readMaxConnections, patience).not.toBe("77");
  expect(await show("ls", optionFile)).toBe("");
  expect(await awaitState(actionId, "undone")).toMatchObject({ reason: { code: "operator.boot" } });
  await expect(session.readService("mysql", never())).rejects.toMatchObject({
    code: "host_operator",
    message: expect.stringContaining("earlier boot"),
  });
  expect(await (await open()).readService("mysql", never())).toBe("running");
  // The boot has started it; it is said once every service had its time for that.
  expect(await awaitState(stopped.actionId, "planned")).toMatchObject({
    reason: { code: "operator.boot_pending" },
  });
  if (isLongRun)
    expect(await awaitState(stopped.actionId, "undone", { ...patience, timeout: 240_000 })).toMatchObject({
      reason: { code: "operator.boot" },
    });
});

test("switched off, it undoes first what is in force, and leaves neither process nor socket", async () => {
  const edit = { kind: "file", path: optionFile, expects: null, text: options } as const;
  await session.act(edit, { undoAfterMs: hourMs }, never());
  expect(await show("cat", optionFile)).toBe(options);
  await machine.exec([...agentCommands.disableOperator], { timeoutMs: 120_000 });
  expect(
    await show("sh", "-c", `ls ${optionFile} ${installLayout.operatorSocket} 2>&1 | grep -vc "No such"`),
  ).toBe("0\n");
  // What waited for the deadline sees within a second that there is none any more.
  await expect.poll(() => show("pgrep", "-f", "primacy-agent operator"), patience).toBe("");
  await machine.exec([...agentCommands.enableOperator], { timeoutMs: 60_000 });
});

const readMaxConnections = (): Promise<string> =>
  runRootSql(machine, "SELECT @@max_connections").then(joinRows, () => "77");

async function findHands(): Promise<number> {
  const pid = Number(await show("cat", `${installLayout.runFolder}/hands.pid`));
  const found = (await machine.listProcesses()).find((one) => one.innerPid === pid);
  return found?.pid ?? 0;
}
