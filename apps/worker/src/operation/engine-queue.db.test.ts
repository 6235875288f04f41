import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFinished, isRefusal, message } from "@primacy/contract";
import { systemActor, type UnitOfWork } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFolderOperation } from "../testing/folder-operation";
import { createTestWorker } from "../testing/test-worker";
import { OperationEngine } from "./engine";

let opened: TestDatabase;
let folder: string;
const engines: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  opened = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "primacy-queue-"));
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const patience = { timeout: 120_000, interval: 50 };
const times = { leaseSeconds: 120, renewMs: 500, lapseMs: 100_000 };
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

async function startEngine(who: string): Promise<void> {
  const worker = createTestWorker(opened.database);
  const definitions = { benchmark: createFolderOperation(who) };
  const engine = new OperationEngine(worker, definitions, { times, pollMs: 200 });
  worker.hub.subscribe(engine);
  await worker.hub.start();
  await engine.start();
  engines.push({
    stop: async () => {
      await engine.stop();
      await worker.hub.stop();
    },
  });
}

test("of benchmarks that want one cluster two workers carry out one at a time, in order, and none that was cancelled while it waited", async () => {
  const cluster = await store((unit) =>
    unit.clusters.create({
      name: "main",
      kind: "group_replication",
      groupName: "00000000-0000-4000-8000-000000000007",
      members: [],
    }),
  );
  if (isRefusal(cluster)) throw new Error(cluster.code);
  await startEngine("one");
  await startEngine("two");
  const ask = async (name: string): Promise<string> => {
    const input = { folder, steps: [{ name, isGated: true }] };
    const asked = await store((unit) =>
      unit.operations.enqueue({
        kind: "benchmark",
        title: message("step.waiting"),
        clusterId: cluster.id,
        input,
      }),
    );
    if (isRefusal(asked)) throw new Error(asked.code);
    return asked.id;
  };
  const ids = [await ask("a"), await ask("b"), await ask("c")];
  const stateOf = async (id = "") => (await opened.database.operations.get(id)).state;
  const trace = async (): Promise<readonly string[]> => {
    const text = await readFile(path.join(folder, "trace"), "utf8").catch(() => "");
    return text.split("\n").flatMap((line) => {
      const [, what, name] = line.split(" ");
      return what === "begins" || what === "ends" ? [`${what} ${name}`] : [];
    });
  };
  await expect.poll(trace, patience).toEqual(["begins a"]);
  await store((unit) => unit.operations.requestCancel(ids[1] ?? ""));
  await writeFile(path.join(folder, "a.gate"), "");
  await expect.poll(trace, patience).toEqual(["begins a", "ends a", "begins c"]);
  expect(await stateOf(ids[1])).toBe("cancelled");
  await writeFile(path.join(folder, "c.gate"), "");
  await expect.poll(async () => isFinished(await stateOf(ids[2])), patience).toBe(true);
  expect(await trace()).toEqual(["begins a", "ends a", "begins c", "ends c"]);
  expect(await stateOf(ids[2])).toBe("succeeded");
});
