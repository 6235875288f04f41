import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFinished, isRefusal, message, messageWith, type Operation } from "@primacy/contract";
import { createDatabase, parseMasterKey, systemActor } from "@primacy/db";
import { openTestDatabase, TEST_MASTER_KEY, type TestDatabase } from "@primacy/db/testing";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFolderOperation, type FolderInput } from "../testing/folder-operation";
import { createTestWorker } from "../testing/test-worker";
import { startWorkerProcess, type WorkerProcess } from "../testing/worker-process";
import { OperationEngine } from "./engine";

const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
let database: TestDatabase;
let folder: string;
const engines: { stop(): Promise<void> }[] = [];
const processes: WorkerProcess[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "primacy-engine-"));
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await Promise.all(processes.splice(0).map((one) => one.kill()));
  await rm(folder, { recursive: true, force: true });
});

// Longer than any wait below: what goes on without its worker does not go on because a lease ran out.
const times = { leaseSeconds: 120, renewMs: 500, lapseMs: 100_000 };

async function startEngine(who = "here", db = database.database): Promise<OperationEngine> {
  const worker = createTestWorker(db);
  const engine = new OperationEngine(
    worker,
    { "host.test": createFolderOperation(who) },
    { times, pollMs: 200 },
  );
  worker.hub.subscribe(engine);
  await worker.hub.start();
  await engine.start();
  engines.push({
    stop: async () => {
      await engine.stop();
      await worker.hub.stop();
    },
  });
  return engine;
}

async function startProcess(variables: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
  const started = await startWorkerProcess(database.url, variables);
  processes.push(started);
  return started;
}

async function ask(steps: FolderInput["steps"]): Promise<string> {
  const asked = await database.database.transact(systemActor("test"), (unit) =>
    unit.operations.enqueue({ kind: "host.test", title: message("step.waiting"), input: { folder, steps } }),
  );
  if (isRefusal(asked)) throw new Error(asked.code);
  return asked.id;
}

const cancel = (id: string): Promise<unknown> =>
  database.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));

async function ended(id: string): Promise<Operation> {
  await expect
    .poll(async () => isFinished((await database.database.operations.get(id)).state), {
      timeout: 120_000,
      interval: 50,
    })
    .toBe(true);
  return database.database.operations.get(id);
}

const trace = async (): Promise<string[]> =>
  (await readFile(path.join(folder, "trace"), "utf8").catch(() => ""))
    .split("\n")
    .filter((line) => line !== "");
const files = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== "trace" && !name.includes(".")).sort();
const begun = (name: string): Promise<void> =>
  expect
    .poll(async () => (await trace()).some((line) => line.endsWith(`begins ${name}`)), { timeout: 120_000 })
    .toBe(true);
const undoing = (name: string): Promise<void> =>
  expect
    .poll(async () => (await trace()).some((line) => line.endsWith(`undoes ${name}`)), { timeout: 120_000 })
    .toBe(true);
const open = (name: string): Promise<void> => writeFile(path.join(folder, `${name}.gate`), "");
const states = (operation: Operation): string[] => operation.steps.map((step) => step.state);
const gatedStep = { name: "z", isGated: true };

describe("one worker", () => {
  test("steps run in order, each after its undo is recorded, and the result is made of their outputs", async () => {
    await startEngine();
    const operation = await ended(await ask([{ name: "a" }, { name: "b" }]));
    expect(operation).toMatchObject({ state: "succeeded", problem: null, result: { attempts: [1, 1] } });
    expect(await trace()).toEqual([
      "here prepares a",
      "here begins a",
      "here ends a",
      "here prepares b",
      "here begins b",
      "here ends b",
    ]);
    const log = await database.database.operations.listLog(operation.id, { limit: 50, after: null });
    expect(log.items.map((line) => line.message.code)).toEqual([
      "log.planned",
      "step.waiting",
      "step.waiting",
    ]);
  });

  test("a failing step is taken back with everything before it, in reverse, and the operation says both", async () => {
    await startEngine();
    const operation = await ended(
      await ask([{ name: "a" }, { name: "b" }, { name: "c", fails: true }, { name: "d" }]),
    );
    expect(operation.state).toBe("undone");
    expect(states(operation)).toEqual(["undone", "undone", "failed", "pending"]);
    expect(operation.problem).toMatchObject({ code: "step_unknown", requestId: operation.id });
    expect(operation.problem?.errors.map((one) => [one.path, one.code])).toEqual([
      ["/steps/0", "step_undone"],
      ["/steps/1", "step_undone"],
      ["/steps/2", "step_undone"],
    ]);
    expect((await trace()).filter((line) => line.includes("undoes"))).toEqual([
      "here undoes c",
      "here undoes b",
      "here undoes a",
    ]);
    expect(await files()).toEqual([]);
  });

  test("a step that failed before it acted is not taken back: what it found is somebody else's", async () => {
    await startEngine();
    const alone = await ended(await ask([{ name: "r", refuses: true }]));
    expect(alone).toMatchObject({ state: "failed", problem: { code: "step_unknown" } });
    expect(await trace()).toEqual(["here prepares r", "here begins r"]);
    const after = await ended(await ask([{ name: "a" }, { name: "s", refuses: true }]));
    expect(after.state).toBe("undone");
    expect(states(after)).toEqual(["undone", "failed"]);
    expect(await trace()).not.toContain("here undoes s");
  });

  test("what cannot be taken back is named, and the rest is taken back all the same", async () => {
    await startEngine();
    const operation = await ended(
      await ask([
        { name: "a" },
        { name: "b", undo: "fails" },
        { name: "c", undo: "impossible" },
        { name: "d", fails: true },
      ]),
    );
    expect(operation.state).toBe("failed");
    expect(operation.problem?.errors.map((one) => [one.path, one.code])).toEqual([
      ["/steps/0", "step_undone"],
      ["/steps/1", "step_left"],
      ["/steps/2", "step_kept"],
      ["/steps/3", "step_undone"],
    ]);
    const reason = message("failure.step_unknown", { code: "undo" });
    const left = messageWith("failure.step_left", { number: 2 }, { reason });
    expect(operation.problem?.errors[1]?.message).toEqual(left);
    expect(await files()).toEqual(["b", "c"]);
  });

  test("a failure that may pass is tried again before it counts", async () => {
    await startEngine();
    const operation = await ended(await ask([{ name: "a", retries: 2 }]));
    expect(operation.state).toBe("succeeded");
    expect((await trace()).filter((line) => line.endsWith("begins a"))).toHaveLength(3);
  });

  test("a step that only looked leaves nothing to undo: its failure is a failure", async () => {
    await startEngine();
    const operation = await ended(await ask([{ name: "a", undo: "nothing", fails: true }]));
    expect(operation).toMatchObject({ state: "failed", problem: { errors: [] } });
  });

  test("a cancel interrupts the step in progress and takes back what was done", async () => {
    await startEngine();
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }]);
    await begun("b");
    await cancel(id);
    const operation = await ended(id);
    expect(operation.state).toBe("undone");
    expect(operation.problem?.code).toBe("cancelled");
    expect(await files()).toEqual([]);
  });

  test("an operation whose input nobody can read fails, and others go on", async () => {
    await startEngine();
    const asked = await database.database.transact(systemActor("test"), (unit) =>
      unit.operations.enqueue({
        kind: "host.test",
        title: message("step.waiting"),
        input: { nonsense: true },
      }),
    );
    if (isRefusal(asked)) throw new Error(asked.code);
    expect(await ended(asked.id)).toMatchObject({ state: "failed", problem: { code: "internal" } });
    expect((await ended(await ask([{ name: "a" }]))).state).toBe("succeeded");
  });
});

describe("several workers", () => {
  test("each operation is carried out by exactly one of them", async () => {
    await Promise.all([startEngine("one"), startEngine("two"), startEngine("three")]);
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask([{ name: `x${at}` }, { name: `y${at}` }])),
    );
    const operations = await Promise.all(ids.map((id) => ended(id)));
    expect(operations.every((one) => one.state === "succeeded")).toBe(true);
    expect((await trace()).filter((line) => line.includes("begins"))).toHaveLength(40);
  });

  test("a worker that stops gives its operation back, and another goes on at once", async () => {
    const first = await startEngine("first");
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }, { name: "c" }]);
    await begun("b");
    await first.stop();
    await open("b");
    await startEngine("second");
    const operation = await ended(id);
    expect(operation.state).toBe("succeeded");
    expect((await trace()).filter((line) => line.includes("prepares b"))).toEqual(["first prepares b"]);
    expect((await trace()).at(-1)).toBe("second ends c");
  });

  test("a worker gives its operation back although the database cannot take it at once", async () => {
    const masterKey = parseMasterKey(TEST_MASTER_KEY);
    const hasty = createDatabase({ url: database.url, masterKey, statementTimeoutMs: 300 });
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    try {
      const first = await startEngine("first", hasty);
      const id = await ask([{ name: "a" }, { name: "b", isGated: true }, { name: "c" }]);
      await begun("b");
      await locker.query("BEGIN");
      await locker.query("SELECT 1 FROM operation WHERE id = $1 FOR UPDATE", [id]);
      const stopped = first.stop();
      const attempts = new Set<string>();
      const triesToGiveBack = async (): Promise<number> => {
        // A transaction sees the server's activity as it was at its first look.
        await locker.query("SELECT pg_stat_clear_snapshot()");
        const { rows } = await locker.query(
          "SELECT query_start::text AS at FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'UPDATE%lease_owner%' AND query NOT ILIKE '%heartbeat_at%'",
        );
        for (const { at } of rows) attempts.add(at);
        return attempts.size;
      };
      await expect.poll(triesToGiveBack, { timeout: 120_000, interval: 20 }).toBeGreaterThan(1);
      await locker.query("COMMIT");
      await stopped;
      await open("b");
      await startEngine("second");
      expect((await ended(id)).state).toBe("succeeded");
      expect((await trace()).at(-1)).toBe("second ends c");
    } finally {
      await locker.end();
      await Promise.all(engines.splice(0).map((engine) => engine.stop()));
      await hasty.close();
    }
  });

  test("a worker that stops while it takes back gives its operation back, and another says what had failed", async () => {
    const first = await startEngine("first");
    const id = await ask([
      { name: "a", isUndoGated: true },
      { name: "left", undo: "fails" },
      { name: "b", fails: true },
    ]);
    await undoing("a");
    const explanation = message("failure.step_unknown", { code: "b" });
    expect(await database.database.operations.get(id)).toMatchObject({
      state: "undoing",
      problem: { code: "step_unknown", message: explanation, errors: [] },
    });
    await first.stop();
    await open("a.undo");
    await startEngine("second");
    const operation = await ended(id);
    expect(operation).toMatchObject({
      state: "failed",
      problem: { code: "step_unknown", message: explanation },
    });
    expect(states(operation)).toEqual(["undone", "failed", "failed"]);
    expect(operation.steps[2]?.detail).toEqual(explanation);
    expect(operation.problem?.errors.map((one) => one.code)).toEqual([
      "step_undone",
      "step_left",
      "step_undone",
    ]);
    expect((await trace()).at(-1)).toBe("second undoes a");
  });
});

// The worker that is killed is always a process. The next one is where its end or its process matters; elsewhere it is an engine in this one.
describe("a worker killed -9 in the middle of a step", () => {
  test("the next start finishes what it had begun, without waiting for the lease", async () => {
    // Longer than the waits below together.
    const lease = { PRIMACY_TEST_LEASE_SECONDS: String(times.leaseSeconds) };
    const first = await startProcess(lease);
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }, { name: "c" }]);
    await begun("b");
    await first.kill();
    await open("b");
    const second = await startProcess(lease);
    const operation = await ended(id);
    expect(operation.state).toBe("succeeded");
    expect(operation.steps.map((step) => step.attempt)).toEqual([1, 2, 1]);
    expect(await trace()).toEqual([
      `p${first.pid} prepares a`,
      `p${first.pid} begins a`,
      `p${first.pid} ends a`,
      `p${first.pid} prepares b`,
      `p${first.pid} begins b`,
      `p${second.pid} begins b`,
      `p${second.pid} ends b`,
      `p${second.pid} prepares c`,
      `p${second.pid} begins c`,
      `p${second.pid} ends c`,
    ]);
    expect(await second.stop()).toBe(0);
  });

  test("the next start takes it all back when it cannot be finished any more", async () => {
    const first = await startProcess();
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }]);
    await begun("b");
    await first.kill();
    await writeFile(path.join(folder, "b.break"), "");
    await open("b");
    await startEngine("second");
    const operation = await ended(id);
    expect(operation.state).toBe("undone");
    expect(await files()).toEqual([]);
  });

  test("a cancel while nobody works is obeyed by the next start", async () => {
    const first = await startProcess();
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }]);
    await begun("b");
    await first.kill();
    await cancel(id);
    await startEngine("second");
    const operation = await ended(id);
    expect(operation).toMatchObject({ state: "undone", problem: { code: "cancelled" } });
    expect(await files()).toEqual([]);
  });

  test.each<[string, FolderInput["steps"], Partial<Operation>, string[], string[]]>([
    [
      "in the undo of the step that failed",
      [{ name: "a" }, { name: "b", fails: true, isUndoGated: true }],
      { state: "undone" },
      ["undone", "failed"],
      ["step_undone", "step_undone"],
    ],
    [
      "after a step that could not be taken back",
      [
        { name: "a", isUndoGated: true },
        { name: "left", undo: "fails" },
        { name: "b", fails: true },
      ],
      { state: "failed" },
      ["undone", "failed", "failed"],
      ["step_undone", "step_left", "step_undone"],
    ],
  ])(
    "%s: the next one goes on undoing, and says what had failed",
    async (_when, steps, end, shown, fates) => {
      const first = await startProcess();
      const id = await ask(steps);
      const gated = steps.find((step) => step.isUndoGated)?.name ?? "";
      await undoing(gated);
      await first.kill();
      await open(`${gated}.undo`);
      await startEngine("second");
      const operation = await ended(id);
      const explanation = message("failure.step_unknown", { code: "b" });
      expect(operation).toMatchObject({ ...end, problem: { code: "step_unknown", message: explanation } });
      expect(states(operation)).toEqual(shown);
      expect(operation.steps.at(-1)?.detail).toEqual(explanation);
      expect(operation.problem?.errors.map((one) => one.code)).toEqual(fates);
      expect((await trace()).filter((line) => line.endsWith(`undoes ${gated}`))).toEqual([
        `p${first.pid} undoes ${gated}`,
        `second undoes ${gated}`,
      ]);
      expect(await files()).toEqual(end.state === "undone" ? [] : ["left"]);
    },
  );

  if (isLongRun)
    test("in the undo that a cancel asked for: the next one goes on undoing, and says that it was cancelled", async () => {
      const first = await startProcess();
      const id = await ask([{ name: "a", isUndoGated: true }, { name: "left", undo: "fails" }, gatedStep]);
      await begun(gatedStep.name);
      await cancel(id);
      await undoing("a");
      await first.kill();
      await open("a.undo");
      await startEngine("second");
      const operation = await ended(id);
      expect(operation).toMatchObject({ state: "failed", problem: { code: "cancelled" } });
      expect(operation.problem?.errors.map((one) => one.code)).toEqual([
        "step_undone",
        "step_left",
        "step_undone",
      ]);
    });

  test("another worker that runs already goes on with it", async () => {
    const first = await startProcess();
    const id = await ask([{ name: "a" }, { name: "b", isGated: true }]);
    await begun("b");
    const second = await startProcess();
    await first.kill();
    await open("b");
    const operation = await ended(id);
    expect(operation.state).toBe("succeeded");
    expect((await trace()).at(-1)).toBe(`p${second.pid} ends b`);
  });
});
