import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type {
  HostActionRecord,
  HostActionState,
  HostFault,
  HostOperatorAnswer,
  HostOperatorTask,
} from "@primacy/contract/agent";
import { isLongRun } from "@primacy/lab";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findFreePort } from "../testing/free-port";
import { HostOperatorHost, listPorts } from "../testing/host-operator-process";
import { createLoopFileSystem, type LoopFileSystem } from "../testing/loop-file-system";
import { createNamespacePair, type NamespacePair } from "../testing/network-namespace";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";
import { findMarked } from "./acts/marked-processes";

const hourMs = 3_500_000;
const limitMs = 120_000;

const order = (fault: HostFault, forMs = hourMs): HostOperatorTask => ({
  verb: "act",
  action: { kind: "fault", fault },
  undoAtMs: monotonicMs() + forMs,
});

function actionOf(answer: HostOperatorAnswer): HostActionRecord {
  if (answer.kind !== "action") throw new Error(`not an act: ${JSON.stringify(answer)}`);
  return answer.action;
}

const seenOf = ({ evidence }: HostActionRecord): unknown => evidence?.seen.map(({ code }) => code);

/** Of all threads of a process, each once. */
function statesOf(pid: number): string[] {
  const stats = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8"),
  );
  return [...new Set(stats.map((text) => text.charAt(text.lastIndexOf(")") + 2)))];
}

let authority: TestAuthority;
let console: KeyPair;
let host: HostOperatorHost;

beforeAll(async () => {
  authority = await createTestAuthority();
  console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
});
beforeEach(async () => {
  host = await HostOperatorHost.create(authority, console);
});
afterEach(() => host.dispose());

async function awaitState(actionId: string, state: HostActionState): Promise<HostActionRecord> {
  return waitFor(`the act to be ${state}`, limitMs, async () => {
    const { actions } = await host.report();
    return actions.find((one) => one.actionId === actionId && one.state === state) ?? null;
  });
}

/** What was seen of a fault that ends by itself; a machine that was too slow to look in time has seen nothing. */
function expectBefore(undoAtMs: number, seen: unknown, wanted: unknown): void {
  if (monotonicMs() < undoAtMs) expect(seen).toEqual(wanted);
}

/** As the journal had it when the host operator died between an act and its record. */
function forget(actionId: string): void {
  const file = path.join(host.layout.operatorJournalFolder, `${actionId}.json`);
  const record = JSON.parse(readFileSync(file, "utf8"));
  const planned = { ...record, state: "planned", undo: { ...record.undo, evidence: null } };
  writeFileSync(file, JSON.stringify(planned), { mode: 0o600 });
}

describe("the host operator, of a server", () => {
  let port: number;
  let pid: number;
  beforeEach(async () => {
    port = await findFreePort();
    pid = await host.startServer(port);
    await host.start();
  });
  const freeze = (forMs?: number): Promise<HostOperatorAnswer> =>
    host.order(order({ name: "freeze_server", port }, forMs));

  test("freezes it, and thaws it at the deadline by itself", async () => {
    const frozen = actionOf(await freeze(3_000));
    expect(frozen).toMatchObject({ state: "acted", kind: "fault", target: `port ${port}` });
    expect(seenOf(frozen)).toEqual(["operator.seen_frozen"]);
    expect(await awaitState(frozen.actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
      evidence: frozen.evidence,
    });
    expect(statesOf(pid)).not.toContain("T");
  });

  test("lets nobody else at it, thaws what the one before it had frozen and not written down, and leaves a boot what it ended", async () => {
    const first = actionOf(await freeze());
    expect(statesOf(pid)).toEqual(["T"]);
    const stop = await host.order(order({ name: "stop_server", service: "mysql", port }));
    expect(stop).toMatchObject({ kind: "refused", reasons: [{ code: "operator.busy" }] });
    await host.kill();
    forget(first.actionId);
    await host.start();
    expect(await awaitState(first.actionId, "failed")).toMatchObject({
      reason: { code: "operator.interrupted" },
    });
    expect(statesOf(pid)).not.toContain("T");
    const second = actionOf(await freeze());
    await host.reboot();
    expect(await awaitState(second.actionId, "undone")).toMatchObject({ reason: { code: "operator.boot" } });
  });

  test("thaws it where it is told to end, and leaves what is no fault to the next one", async () => {
    const edit: HostOperatorTask = {
      verb: "act",
      action: { kind: "file", path: "/etc/mysql/new.cnf", expects: null, text: "[mysqld]\n" },
      undoAtMs: monotonicMs() + hourMs,
    };
    const [frozen, edited] = [actionOf(await freeze()), actionOf(await host.order(edit))];
    await host.stop();
    expect(statesOf(pid)).not.toContain("T");
    await host.start();
    expect(await awaitState(frozen.actionId, "undone")).toMatchObject({
      reason: { code: "operator.stopped" },
    });
    expect(await awaitState(edited.actionId, "acted")).toMatchObject({ reason: null });
  });

  test("stops its service, tells what it saw of that, and starts it by order", async () => {
    const stopped = actionOf(await host.order(order({ name: "stop_server", service: "mysql", port })));
    expect(stopped).toMatchObject({ state: "acted", target: "mysql" });
    expect(seenOf(stopped)).toEqual(["operator.seen_gone", "operator.seen_silent"]);
    expect(await listPorts()).not.toContain(port);
    const { actionId } = stopped;
    expect(actionOf(await host.order({ verb: "undo", actionId }))).toMatchObject({ state: "undone" });
    await waitFor("the server to listen", limitMs, async () => (await listPorts()).includes(port));
  });
});

describe("without a host operator, the process that keeps deadlines", () => {
  let port: number;
  let pid: number;
  beforeEach(async () => {
    port = await findFreePort();
    pid = await host.startServer(port);
    await host.start();
  });
  const forMs = 5_000;
  const recordOf = (actionId: string): { state: string; reason: { code: string } | null } =>
    JSON.parse(readFileSync(path.join(host.layout.operatorJournalFolder, `${actionId}.json`), "utf8"));

  const faults: readonly (readonly [string, () => HostFault])[] = [
    ["killed", () => ({ name: "kill_server", service: "mysql", port, restarts: false })],
    ["stopped", () => ({ name: "stop_server", service: "mysql", port })],
  ];
  test.each(isLongRun ? faults : faults.slice(0, 1))("starts a server that is %s", async (_how, faultOf) => {
    const { actionId, undoAtMs } = actionOf(await host.order(order(faultOf(), forMs)));
    await host.kill();
    expectBefore(undoAtMs, (await listPorts()).includes(port), false);
    await waitFor("the server to listen", limitMs, async () => (await listPorts()).includes(port));
    await waitFor("it to be written down", limitMs, () => recordOf(actionId).state === "undone");
    expect(recordOf(actionId)).toMatchObject({ reason: { code: "operator.deadline_passed" } });
    await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
  });

  test("thaws a server no sooner than at the deadline, and the next host operator finds it done", async () => {
    const task = order({ name: "freeze_server", port }, forMs);
    const { actionId } = actionOf(await host.order(task));
    await host.kill();
    if (task.verb === "act") expectBefore(task.undoAtMs, statesOf(pid), ["T"]);
    await waitFor("the server to be thawed", limitMs, () => !statesOf(pid).includes("T"));
    if (task.verb === "act") expect(monotonicMs()).toBeGreaterThan(task.undoAtMs);
    await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
    await host.start();
    expect(await awaitState(actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
    });
  });

  test("tries again what could not be healed, until it is", async () => {
    const { actionId } = actionOf(
      await host.order(order({ name: "stop_server", service: "mysql", port }, forMs)),
    );
    host.write("broken", "");
    await host.kill();
    await waitFor("a heal to fail", limitMs, () => recordOf(actionId).state === "undo_failed");
    host.delete("broken");
    await waitFor("the server to listen", limitMs, async () => (await listPorts()).includes(port));
    await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
    expect(recordOf(actionId).state).toBe("undone");
  });

  test("ends with the act that a host operator heals, and of another boot it does nothing", async () => {
    const { actionId } = actionOf(await host.order(order({ name: "freeze_server", port })));
    expect(host.listDeadMen()).toHaveLength(1);
    // This machine's boot is not that of the test's host.
    expect(await host.keepDeadlinesElsewhere()).toBe("");
    expect(statesOf(pid)).toEqual(["T"]);
    await host.order({ verb: "undo", actionId });
    await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
  });

  if (isLongRun)
    test("leaves the deadline to a host operator that was killed and runs again", async () => {
      const frozen = actionOf(await host.order(order({ name: "freeze_server", port }, 8_000)));
      const { actionId } = frozen;
      await host.kill();
      await host.start();
      expectBefore(frozen.undoAtMs, statesOf(pid), ["T"]);
      expect(await awaitState(actionId, "undone")).toMatchObject({
        reason: { code: "operator.deadline_passed" },
      });
      expect(statesOf(pid)).not.toContain("T");
      await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
    });
});

describe("the host operator, of processors", () => {
  beforeEach(() => host.start());
  const keepBusy = (forMs?: number): Promise<HostOperatorAnswer> =>
    host.order(order({ name: "busy_processors", perProcessor: 1 }, forMs));
  const awaitNone = (actionId: string): Promise<true> =>
    waitFor("none to be busy", limitMs, async () =>
      (await findMarked(actionId, null)).length === 0 ? true : null,
    );

  test("keeps them busy, one fault at a time, and ends that by order", async () => {
    const busy = actionOf(await keepBusy());
    expect(busy).toMatchObject({ state: "acted", kind: "fault", target: "processors" });
    expect(seenOf(busy)).toEqual(["operator.seen_busy", "operator.seen_used"]);
    expect(await keepBusy()).toMatchObject({ kind: "refused", reasons: [{ code: "operator.busy" }] });
    const { actionId } = busy;
    const undone = actionOf(await host.order({ verb: "undo", actionId }));
    expect(undone.state).toBe("undone");
    expect(undone).not.toHaveProperty("lapse");
    expect(await findMarked(actionId, null)).toEqual([]);
  });

  if (isLongRun)
    test("tells at the undo that somebody else had ended one of them", async () => {
      const { actionId } = actionOf(await keepBusy());
      const [pid] = await findMarked(actionId, null);
      process.kill(pid ?? 0, "SIGKILL");
      await waitFor("it to be gone", limitMs, async () =>
        (await findMarked(actionId, null)).includes(pid ?? 0) ? null : true,
      );
      const undone = actionOf(await host.order({ verb: "undo", actionId }));
      expect(undone).toMatchObject({ state: "undone", lapse: { code: "operator.fault_not_busy" } });
    });

  test("that is killed leaves processes that end at the deadline without it, and the next one finds nothing to do", async () => {
    const { actionId, undoAtMs } = actionOf(await keepBusy(6_000));
    await host.kill();
    expectBefore(undoAtMs, (await findMarked(actionId, null)).length > 0, true);
    await awaitNone(actionId);
    expect(monotonicMs()).toBeGreaterThan(undoAtMs - 1_100);
    await host.start();
    expect(await awaitState(actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
    });
  });

  test("ends what the one before it had begun and not written down", async () => {
    const { actionId } = actionOf(await keepBusy());
    await host.kill();
    forget(actionId);
    await host.start();
    await awaitState(actionId, "failed");
    expect(await findMarked(actionId, null)).toEqual([]);
  });
});

describe("the host operator, of a disk", () => {
  let disk: LoopFileSystem;
  let port: number;
  beforeEach(async () => {
    disk = createLoopFileSystem("primacy-drill-db1.img");
    port = await findFreePort();
    await host.startServer(port, disk.mountPoint);
    await host.start();
  });
  afterEach(async () => {
    // Both have it in use: the server works there, and the host operator has mounts of its own.
    await host.dispose();
    disk.dispose();
  });
  const fill = async (forMs?: number): Promise<HostActionRecord> =>
    actionOf(await host.order(order({ name: "fill_disk", port }, forMs)));
  const listFiles = (): string[] => readdirSync(disk.mountPoint).filter((name) => name !== "lost+found");

  test("fills it, one fault of a server at a time, and frees it by order", async () => {
    const filled = await fill();
    expect(filled).toMatchObject({ state: "acted", target: `port ${port}` });
    expect(seenOf(filled)).toEqual(["operator.seen_full"]);
    expect(disk.readFree()).toBe(0);
    const second = await host.order(order({ name: "freeze_server", port }));
    expect(second).toMatchObject({ kind: "refused", reasons: [{ code: "operator.busy" }] });
    const undone = actionOf(await host.order({ verb: "undo", actionId: filled.actionId }));
    expect(undone.state).toBe("undone");
    expect(undone).not.toHaveProperty("lapse");
    expect([listFiles(), disk.readFree() > 0]).toEqual([[], true]);
  });

  test("frees what the one before it had filled and not written down, and what an earlier boot left", async () => {
    const first = await fill();
    await host.kill();
    forget(first.actionId);
    expect(listFiles()).toHaveLength(1);
    await host.start();
    await awaitState(first.actionId, "failed");
    expect(listFiles()).toEqual([]);
    const second = await fill();
    await host.reboot();
    expect(await awaitState(second.actionId, "undone")).toMatchObject({ reason: { code: "operator.boot" } });
    expect([listFiles(), disk.readFree() > 0]).toEqual([[], true]);
  });

  test("dead, it leaves the deadline to a process of its own", async () => {
    await fill(5_000);
    await host.kill();
    await waitFor("the disk to be freed", limitMs, () => disk.readFree() > 0);
    expect(listFiles()).toEqual([]);
    await waitFor("it to end", limitMs, () => host.listDeadMen().length === 0);
  });
});

describe("the host operator, of a network", () => {
  let pair: NamespacePair;
  beforeEach(async () => {
    pair = createNamespacePair();
    await host.start({ namespace: pair.a });
  });
  afterEach(async () => {
    await host.kill();
    pair.dispose();
  });

  const cut = (forMs: number): Promise<HostOperatorAnswer> =>
    host.order(order({ name: "cut", peers: null, spares: [], drops: "both" }, forMs));
  const answers = (): boolean =>
    pair.tryRun(pair.b, "arping", "-f", "-c", "1", "-w", "1", "-I", "eth0", "10.99.0.1") !== null;
  const hasTable = (): boolean => pair.run(pair.a, "nft", "list", "tables").includes("primacy_drill");

  test("cuts its host off until the deadline, which it keeps itself; a report says what was seen", async () => {
    const made = actionOf(await cut(3_000));
    expect(made).toMatchObject({ state: "acted", target: "network" });
    expect(seenOf(made)).toEqual(expect.arrayContaining(["operator.seen_cut", "operator.seen_dropped_out"]));
    expectBefore(made.undoAtMs, answers(), false);
    await awaitState(made.actionId, "undone");
    await waitFor("its host to answer", limitMs, answers);
    expect(hasTable()).toBe(false);
  });

  test("dead, it is not needed for the end of a cut; the next one deletes the table", async () => {
    const made = actionOf(await cut(4_000));
    await host.kill();
    expectBefore(made.undoAtMs, answers(), false);
    await waitFor("the kernel to end it", limitMs, () => answers());
    expect(hasTable()).toBe(true);
    await host.start({ namespace: pair.a });
    expect(await awaitState(made.actionId, "undone")).toMatchObject({
      reason: { code: "operator.deadline_passed" },
    });
    expect(hasTable()).toBe(false);
  });

  test("undoes a cut that the one before it had made and not written down", async () => {
    const made = actionOf(await cut(hourMs));
    await host.kill();
    forget(made.actionId);
    await host.start({ namespace: pair.a });
    await awaitState(made.actionId, "failed");
    await waitFor("its host to answer", limitMs, answers);
    expect(hasTable()).toBe(false);
  });
});
