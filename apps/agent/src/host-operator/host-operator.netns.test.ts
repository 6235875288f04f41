import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type {
  HostActionRecord,
  HostActionState,
  HostOperatorAnswer,
  HostOperatorTask,
} from "@primacy/contract/agent";
import { isAlive } from "@primacy/host-acts";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findFreePort } from "../testing/free-port";
import { HostOperatorHost, listPorts } from "../testing/host-operator-process";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

type ActTask = Extract<HostOperatorTask, { verb: "act" }>;

const hourMs = 3_500_000;
/** For what has to happen, however busy the machine is. */
const limitMs = 120_000;
const before = "[mysqld]\nmax_connections=100\n";
const after = "[mysqld]\nmax_connections=200\n";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const act = (action: ActTask["action"], forMs = hourMs): ActTask => ({
  verb: "act",
  action,
  undoAtMs: monotonicMs() + forMs,
});
const service = (order: "start" | "stop" | "restart", forMs?: number): ActTask =>
  act({ kind: "service", service: "mysql", act: order }, forMs);
const edit = (text = after, expects: string | null = hash(before), forMs?: number): ActTask =>
  act({ kind: "file", path: "/etc/mysql/my.cnf", expects, text }, forMs);
const program = (args: readonly string[], forMs?: number, maxOutputBytes = 10_000): ActTask =>
  act({ kind: "process", program: "/bin/sh", args, runAs: "nobody", maxOutputBytes }, forMs);

const kill = (port: number, forMs?: number): ActTask =>
  act({ kind: "fault", fault: { name: "kill_server", service: "mysql", port, restarts: false } }, forMs);

function actionOf(answer: HostOperatorAnswer): HostActionRecord {
  if (answer.kind !== "action") throw new Error(`not an act: ${JSON.stringify(answer)}`);
  return answer.action;
}

function codesOf(answer: HostOperatorAnswer): string[] {
  return answer.kind === "refused" ? answer.reasons.map(({ code }) => code) : [answer.kind];
}

describe("the host operator", () => {
  let authority: TestAuthority;
  let console: KeyPair;
  let host: HostOperatorHost;

  beforeAll(async () => {
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  });
  beforeEach(async () => {
    host = await HostOperatorHost.create(authority, console);
    host.write("my.cnf", before);
  });
  afterEach(() => host.dispose());

  const find = async (actionId: string): Promise<HostActionRecord | undefined> => {
    const report = await waitFor("the host operator to answer", limitMs, async () => {
      const told = await host.report();
      return told.state === "running" ? told : null;
    });
    return report.actions.find((one) => one.actionId === actionId);
  };
  const awaitState = (actionId: string, state: HostActionState): Promise<HostActionRecord> =>
    waitFor(`the act to be ${state}`, limitMs, async () => {
      const found = await find(actionId);
      return found?.state === state ? found : null;
    });

  /** Nobody waits for it: the journal has it as passed by now, replaced as a whole. */
  const letDeadlinePass = (actionId: string): void => {
    const file = path.join(host.layout.operatorJournalFolder, `${actionId}.json`);
    const record = { ...JSON.parse(readFileSync(file, "utf8")), undoAtMs: monotonicMs() };
    writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };

  const awaitServer = (port: number): Promise<true> =>
    waitFor("the server to listen", limitMs, async () => (await listPorts()).includes(port));

  test("reads, edits, keeps and restores a file, with its mode", async () => {
    await host.start();
    expect(await host.order({ verb: "read_file", path: "/etc/mysql/my.cnf" })).toEqual({
      kind: "file",
      file: { text: before, sha256: hash(before), mode: 0o644 },
    });
    const { actionId, state } = actionOf(await host.order(edit()));
    expect([state, host.read("my.cnf")]).toEqual(["acted", after]);
    expect(codesOf(await host.order(edit("other", hash(after))))).toEqual(["operator.busy"]);
    expect(host.listDeadMen()).toHaveLength(1);
    expect(actionOf(await host.order({ verb: "keep", actionId })).state).toBe("kept");
    await waitFor("nobody to keep its deadline", limitMs, () => host.listDeadMen().length === 0);
    expect(actionOf(await host.order({ verb: "undo", actionId }))).toMatchObject({
      state: "undone",
      reason: { code: "operator.ordered" },
    });
    expect(host.read("my.cnf")).toBe(before);
    const kept = actionOf(await host.order(edit())).actionId;
    await host.order({ verb: "keep", actionId: kept });
    host.write("my.cnf", "[mysqld]\nsomebody=else\n");
    expect(codesOf(await host.order({ verb: "undo", actionId: kept }))).toEqual(["operator.undo_changed"]);
    expect(await find(kept)).toMatchObject({ state: "kept" });
    host.write("my.cnf", after);
    await host.order({ verb: "undo", actionId: kept });
    expect(host.read("my.cnf")).toBe(before);
    expect(statSync(host.locate("my.cnf")).mode & 0o777).toBe(0o644);
    expect(readdirSync(host.layout.operatorBackupFolder)).toEqual([]);
  });

  test("undoes at its deadline by itself: a service, a file that was not there, and a program", async () => {
    await host.start();
    const created = { kind: "file", path: "/etc/mysql/new.cnf", expects: null, text: after } as const;
    const answers = [
      await host.order(service("stop", 3_000)),
      await host.order(act(created, 3_000)),
      await host.order(program(["-c", "echo begun; sleep 600 & wait"], 3_000)),
    ].map(actionOf);
    expect(answers.map(({ state }) => state)).toEqual(["acted", "acted", "acted"]);
    const pid = answers[2]?.process?.pid ?? 0;
    const seen = [host.read("state"), host.read("new.cnf"), await isAlive(pid)];
    // A machine that was too slow to look in time has seen nothing.
    if (monotonicMs() < Math.min(...answers.map(({ undoAtMs }) => undoAtMs)))
      expect(seen).toEqual(["stopped\n", after, true]);
    for (const { actionId } of answers)
      expect(await awaitState(actionId, "undone")).toMatchObject({
        reason: { code: "operator.deadline_passed" },
      });
    expect([host.read("state"), host.read("new.cnf"), await isAlive(pid)]).toEqual([
      "running\n",
      null,
      false,
    ]);
  });

  test("dead, it leaves deadlines to one process, which undoes an edit and a stop, and nothing that was kept", async () => {
    await host.start();
    const created = { kind: "file", path: "/etc/mysql/new.cnf", expects: null, text: after } as const;
    const kept = actionOf(await host.order(act(created)));
    const due = [actionOf(await host.order(edit())), actionOf(await host.order(service("stop")))];
    const [first = 0, ...others] = host.listDeadMen();
    expect(others).toEqual([]);
    expect(actionOf(await host.order({ verb: "keep", actionId: kept.actionId })).state).toBe("kept");
    // Killed with it, that process is there again with the next host operator.
    process.kill(first, "SIGKILL");
    await host.kill();
    await host.start();
    const isAnother = () => host.listDeadMen().some((pid) => pid !== first);
    await waitFor("another one to keep deadlines", limitMs, isAnother);
    // No supervisor is there to start it again.
    await host.kill();
    expect([host.read("state"), host.read("my.cnf")]).toEqual(["stopped\n", after]);
    for (const { actionId } of [kept, ...due]) letDeadlinePass(actionId);
    await waitFor("it to have ended", limitMs, () => host.listDeadMen().length === 0);
    expect([host.read("state"), host.read("my.cnf"), host.read("new.cnf")]).toEqual([
      "running\n",
      before,
      after,
    ]);
    await host.start();
    for (const { actionId } of due)
      expect(await find(actionId)).toMatchObject({
        state: "undone",
        reason: { code: "operator.deadline_passed" },
      });
    expect(await find(kept.actionId)).toMatchObject({ state: "kept" });
  });

  test("runs a program without privileges, within its bounds, and tells how it ended", async () => {
    await host.start();
    const shown = "id -u; grep CapBnd /proc/self/status; ps -o sess= -p $$ | tr -d ' '; exit 7";
    const { actionId } = actionOf(await host.order(program(["-c", shown])));
    const ended = await awaitState(actionId, "undone");
    expect(ended).toMatchObject({
      reason: { code: "operator.ended" },
      process: { isRunning: false, exitCode: 7 },
    });
    const output = await host.order({ verb: "read_output", actionId, offset: 0 });
    const { uid = "" } =
      /^nobody:[^:]*:(?<uid>\d+):/m.exec(readFileSync("/etc/passwd", "utf8"))?.groups ?? {};
    const text = `${uid}\nCapBnd:\t0000000000000000\n${ended.process?.pid}\n`;
    const action = { actionId, state: "undone", process: { exitCode: 7 } };
    expect(output).toMatchObject({ kind: "output", text, nextOffset: Buffer.byteLength(text), action });
    const flood = actionOf(await host.order(program(["-c", "exec yes"], hourMs, 5_000)));
    await awaitState(flood.actionId, "undone");
    expect(statSync(path.join(host.layout.operatorOutputFolder, `${flood.actionId}.log`)).size).toBe(5_000);
  });

  test("adopts what runs and what is in force after it was killed", async () => {
    await host.start();
    const edited = actionOf(await host.order(edit()));
    const begun = actionOf(await host.order(program(["-c", "sleep 600; true"])));
    await host.kill();
    await host.start();
    expect(await find(edited.actionId)).toMatchObject({ state: "acted" });
    expect(await find(begun.actionId)).toMatchObject({
      state: "acted",
      process: { pid: begun.process?.pid, isRunning: true },
    });
    await host.order({ verb: "undo", actionId: begun.actionId });
    await host.order({ verb: "undo", actionId: edited.actionId });
    expect([host.read("my.cnf"), await isAlive(begun.process?.pid ?? 0)]).toEqual([before, false]);
  });

  test.each(["before", "after"] as const)(
    "killed while its order runs, %s that has taken effect: it is undone, and nothing comes after that",
    async (when) => {
      await host.start();
      host.write(`hold-${when}`, "");
      const orderId = randomUUID();
      const asked = host.order(service("stop"), { order: { orderId } }).catch(() => null);
      await host.awaitHeld(when);
      await host.kill();
      await asked;
      // The init script still runs: the next host operator waits for it.
      const starting = host.start();
      host.delete(`hold-${when}`);
      await starting;
      expect(await awaitState(orderId, "failed")).toMatchObject({ reason: { code: "operator.interrupted" } });
      expect(host.read("state")).toBe("running\n");
      expect(actionOf(await host.order(service("stop"))).state).toBe("acted");
    },
  );

  test("after a reboot files and services are as before, and the grant is void", async () => {
    await host.start();
    const edited = actionOf(await host.order(edit()));
    const stopped = actionOf(await host.order(service("stop")));
    const former = host.bootId;
    await host.kill();
    // As the boot has it.
    host.write("state", "running\n");
    await host.reboot();
    for (const { actionId } of [edited, stopped])
      expect(await awaitState(actionId, "undone")).toMatchObject({ reason: { code: "operator.boot" } });
    expect(host.read("my.cnf")).toBe(before);
    expect(codesOf(await host.order(edit(), { grant: { bootId: former } }))).toEqual(["operator.rebooted"]);
    expect(host.read("my.cnf")).toBe(before);
  });

  test("refuses what a grant does not give, and what a lower epoch than it has seen would give", async () => {
    await host.start();
    const untilMs = monotonicMs() - 1;
    const refused = async (change: Parameters<HostOperatorHost["order"]>[1]): Promise<string[]> =>
      codesOf(await host.order(edit(), change));
    expect(await refused({ grant: { hostId: randomUUID() } })).toEqual(["operator.other_host"]);
    expect(await refused({ grant: { untilMs } })).toEqual(["operator.expired", "operator.deadline"]);
    expect(await refused({ grant: { kinds: ["service"] } })).toEqual(["operator.kind"]);
    const look = { verb: "read_service", service: "mysql" } as const;
    const otherCluster = { grant: { epoch: 7, clusterId: randomUUID() } };
    await Promise.all([host.order(look, { grant: { epoch: 9 } }), host.order(look, otherCluster)]);
    await host.kill();
    await host.start();
    expect(await refused({ grant: { epoch: 8 } })).toEqual(["operator.epoch"]);
    expect(host.read("my.cnf")).toBe(before);
    expect((await host.report()).actions).toEqual([]);
  });

  test("an order that comes twice is carried out once; another one with its id is refused", async () => {
    await host.start();
    const order = { orderId: randomUUID(), notAfterMs: monotonicMs() + limitMs };
    const task = edit();
    const first = actionOf(await host.order(task, { order }));
    await host.order({ verb: "undo", actionId: first.actionId });
    expect(actionOf(await host.order(task, { order })).state).toBe("undone");
    // After a lost answer the console makes the order anew, with another deadline.
    const again = { ...order, notAfterMs: order.notAfterMs + 1 };
    expect(actionOf(await host.order(edit(), { order: again })).state).toBe("undone");
    expect(codesOf(await host.order(service("stop"), { order }))).toEqual(["operator.id_reused"]);
    expect([host.read("my.cnf"), host.read("state")]).toEqual([before, "running\n"]);
  });

  test("refuses a file that has changed since it was read, is a link, or can be replaced by others", async () => {
    await host.start();
    host.write("my.cnf", "[mysqld]\nsomebody=else\n");
    expect(codesOf(await host.order(edit()))).toEqual(["operator.file_changed"]);
    expect(codesOf(await host.order(edit(after, null)))).toEqual(["operator.file_changed"]);
    symlinkSync("/etc/shadow", host.locate("link.cnf"));
    const link = { verb: "read_file", path: "/etc/mysql/link.cnf" } as const;
    expect(codesOf(await host.order(link))).toEqual(["operator.file_unsafe"]);
    chmodSync(host.locate(""), 0o777);
    expect(codesOf(await host.order({ verb: "read_file", path: "/etc/mysql/my.cnf" }))).toEqual([
      "operator.file_unsafe",
    ]);
  });

  test("with a full disk an act is refused before it begins", async () => {
    await host.start({ hasSmallDisk: true });
    // The epoch is on disk before it is full: what is refused is refused for the journal, or the backup.
    await host.order({ verb: "read_service", service: "mysql" });
    host.fillDisk();
    for (const task of [service("stop"), edit(), program(["-c", "echo > /tmp/never"])])
      expect(codesOf(await host.order(task))).toEqual(["operator.journal"]);
    expect([host.read("state"), host.read("my.cnf")]).toEqual(["running\n", before]);
    expect((await host.report()).actions).toEqual([]);
  });

  test("an undo that takes long holds up no other deadline", async () => {
    await host.start();
    // A start is what the undo of a stop is: there before its deadline may come.
    host.write("hold-start", "");
    const stopped = actionOf(await host.order(service("stop", 1_000)));
    const begun = actionOf(await host.order(program(["-c", "sleep 600; true"], 3_000)));
    await host.awaitHeld("start");
    expect(await awaitState(begun.actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
    });
    expect(host.read("state")).toBe("stopped\n");
    host.delete("hold-start");
    await awaitState(stopped.actionId, "undone");
    expect(host.read("state")).toBe("running\n");
  });

  test("what a program leaves in its session when it ends is ended with the act", async () => {
    await host.start();
    const shown = "env -i /bin/sleep 600 & echo $!; exit 0";
    const { actionId } = actionOf(await host.order(program(["-c", shown])));
    const pid = await waitFor("the program to have begun its child", limitMs, async () => {
      const output = await host.order({ verb: "read_output", actionId, offset: 0 });
      return output.kind === "output" && output.text !== "" ? Number(output.text) : null;
    });
    expect(await find(actionId)).toMatchObject({ state: "acted", process: { isRunning: true } });
    expect(actionOf(await host.order({ verb: "undo", actionId })).state).toBe("undone");
    expect(await isAlive(pid)).toBe(false);
  });

  test("a second host operator ends at once and touches nothing", async () => {
    await host.start();
    const { actionId } = actionOf(await host.order(service("stop")));
    expect(await host.runSecond()).toContain("Another host operator runs on this host");
    expect([await find(actionId), host.read("state")]).toMatchObject([{ state: "acted" }, "stopped\n"]);
  });

  test("a record of the journal that it cannot read is told as what could not be undone, until root deletes it", async () => {
    const file = path.join(host.layout.operatorJournalFolder, `${randomUUID()}.json`);
    mkdirSync(host.layout.operatorJournalFolder, { recursive: true });
    writeFileSync(file, '{"from":"a later version"}', { mode: 0o600 });
    await host.start();
    const told = (await host.report()).actions;
    expect(told).toMatchObject([{ state: "undo_failed", target: file, settle: `rm ${file}` }]);
    expect(await host.summarize()).toEqual({ state: "running", openActions: 1, failedUndos: told });
    rmSync(file);
    expect((await host.report()).actions).toEqual([]);
  });

  test("what cannot be undone is told with the command for it, and is tried again until it is as before", async () => {
    await host.start();
    const { actionId } = actionOf(await host.order(service("stop")));
    host.write("broken", "");
    const failed = actionOf(await host.order({ verb: "undo", actionId }));
    expect(failed).toMatchObject({ state: "undo_failed", byHand: ["service mysql start"] });
    const kept = actionOf(await host.order(edit()));
    // One that is over is not told of.
    await host.order({
      verb: "undo",
      actionId: actionOf(await host.order(program(["-c", "exit"]))).actionId,
    });
    expect(await host.summarize()).toEqual({ state: "running", openActions: 2, failedUndos: [failed] });
    await host.order({ verb: "undo", actionId: kept.actionId });
    await host.kill();
    await host.start();
    expect(await find(actionId)).toMatchObject({ state: "undo_failed" });
    host.delete("broken");
    await awaitState(actionId, "undone");
    expect(host.read("state")).toBe("running\n");
  });

  test("a service that the next boot does not start is put back, or root is told how until it is", async () => {
    await host.start();
    const first = actionOf(await host.order(service("stop")));
    await host.reboot();
    expect(await awaitState(first.actionId, "undone")).toMatchObject({
      reason: { code: "operator.boot_put_back" },
    });
    expect(host.read("state")).toBe("running\n");
    const { actionId } = actionOf(await host.order(service("stop")));
    host.write("broken", "");
    await host.reboot();
    expect(await awaitState(actionId, "undo_failed")).toMatchObject({ byHand: ["service mysql start"] });
    host.delete("broken");
    await awaitState(actionId, "undone");
    expect(host.read("state")).toBe("running\n");
  });

  test("a file that somebody else has changed since is left to root, who settles it by hand", async () => {
    await host.start();
    const { actionId } = actionOf(await host.order(edit()));
    host.write("my.cnf", "[mysqld]\nsomebody=else\n");
    const { byHand, settle, reason } = actionOf(await host.order({ verb: "undo", actionId }));
    expect([reason?.code, host.read("my.cnf")]).toEqual([
      "operator.undo_changed",
      "[mysqld]\nsomebody=else\n",
    ]);
    const [, from = "", to = ""] = /^cp -p (\S+) (\S+)$/.exec(byHand[0] ?? "") ?? [];
    expect([readFileSync(from, "utf8"), to]).toEqual([before, "/etc/mysql/my.cnf"]);
    const record = settle.replace(/^rm /, "");
    expect(existsSync(record)).toBe(true);
    rmSync(record);
    await waitFor("the act to be forgotten", limitMs, async () => (await find(actionId)) === undefined);
    // What was kept for it goes after it.
    await waitFor("the kept file to be gone", limitMs, async () => !existsSync(from));
    expect(host.read("my.cnf")).toBe("[mysqld]\nsomebody=else\n");
  });

  test("kills a server for a drill, tells what it saw of it, and starts its service at the deadline", async () => {
    const port = await findFreePort();
    const pid = await host.startServer(port);
    await host.start();
    const sentMs = monotonicMs();
    const killed = actionOf(await host.order(kill(port, 8_000)));
    expect(killed).toMatchObject({ state: "acted", kind: "fault", target: "mysql" });
    const { actedMs = 0, seenMs = 0, seen = [] } = killed.evidence ?? {};
    expect(sentMs < actedMs && actedMs < seenMs && seenMs < monotonicMs()).toBe(true);
    expect(seen.map(({ text }) => text)).toEqual([
      `mysqld (process ${pid}) is gone.`,
      `Nothing listens on port ${port}.`,
    ]);
    expect(await isAlive(pid)).toBe(false);
    // One fault at a time, and no act beside it on the service that it brings back.
    expect(codesOf(await host.order(kill(port)))).toEqual(["operator.busy"]);
    expect(codesOf(await host.order(service("restart")))).toEqual(["operator.busy"]);
    const { actionId } = killed;
    expect(codesOf(await host.order({ verb: "keep", actionId }))).toEqual(["operator.not_kept"]);
    expect(await awaitState(actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
      evidence: killed.evidence,
    });
    await awaitServer(port);
    expect(codesOf(await host.order(kill(port), { grant: { kinds: ["service"] } }))).toEqual([
      "operator.kind",
    ]);
  });

  test("a server that a drill killed is started by order, and by the host operator that a crash left it to", async () => {
    const port = await findFreePort();
    await host.startServer(port);
    await host.start();
    const first = actionOf(await host.order(kill(port)));
    await host.order({ verb: "undo", actionId: first.actionId });
    expect(await find(first.actionId)).toMatchObject({
      state: "undone",
      reason: { code: "operator.ordered" },
    });
    await awaitServer(port);
    const second = actionOf(await host.order(kill(port)));
    await host.kill();
    // As the journal had it when the host operator died between the kill and its record.
    const file = path.join(host.layout.operatorJournalFolder, `${second.actionId}.json`);
    const record = JSON.parse(readFileSync(file, "utf8"));
    const planned = { ...record, state: "planned", undo: { ...record.undo, evidence: null } };
    writeFileSync(file, JSON.stringify(planned), { mode: 0o600 });
    await host.start();
    expect(await awaitState(second.actionId, "failed")).toMatchObject({
      reason: { code: "operator.interrupted" },
    });
    await awaitServer(port);
  });

  test("a service that cannot be started again is tried until it is, and root is told how, also after a boot that did not start it", async () => {
    const port = await findFreePort();
    await host.startServer(port);
    await host.start();
    const { actionId } = actionOf(await host.order(kill(port)));
    host.write("broken", "");
    const failed = actionOf(await host.order({ verb: "undo", actionId }));
    expect(failed).toMatchObject({ state: "undo_failed", byHand: ["service mysql start"] });
    expect((await host.summarize()).failedUndos).toEqual([failed]);
    host.delete("broken");
    await awaitState(actionId, "undone");
    const again = actionOf(
      await waitFor("the server to listen", limitMs, async () => {
        const answer = await host.order(kill(port));
        return answer.kind === "action" ? answer : null;
      }),
    );
    // What kept it down ended with the boot, which did not start it, and cannot.
    host.write("broken", "");
    await host.reboot();
    expect(await awaitState(again.actionId, "undo_failed")).toMatchObject({
      byHand: ["service mysql start"],
    });
    host.delete("broken");
    await awaitState(again.actionId, "undone");
    await awaitServer(port);
  });

  test("a program that a crash left before it was written down is ended", async () => {
    await host.start();
    const { actionId, process } = actionOf(await host.order(program(["-c", "sleep 600; true"])));
    await host.kill();
    // As the journal had it when the host operator died between the start and its record.
    const file = path.join(host.layout.operatorJournalFolder, `${actionId}.json`);
    const record = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(
      file,
      JSON.stringify({ ...record, state: "planned", undo: { kind: "process", leader: null } }),
      { mode: 0o600 },
    );
    expect(await isAlive(process?.pid ?? 0)).toBe(true);
    await host.start();
    expect(await awaitState(actionId, "failed")).toMatchObject({ reason: { code: "operator.interrupted" } });
    expect(await isAlive(process?.pid ?? 0)).toBe(false);
  });
});
