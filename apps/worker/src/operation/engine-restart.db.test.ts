import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFinished, isRefusal, message, type OperationState } from "@primacy/contract";
import { createDatabase, type Database, parseMasterKey, systemActor } from "@primacy/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@primacy/db/embedded";
import { migrate } from "@primacy/db/migrate";
import { TEST_MASTER_KEY } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolderOperation } from "../testing/folder-operation";
import { createTestWorker } from "../testing/test-worker";
import { OperationEngine } from "./engine";

/** Of each of three operations; PostgreSQL ends while they are at the first of them. */
const stepCount = process.env.PRIMACY_LONG_RUN === "1" ? 40 : 15;

let root: string;
let directory: string;
let server: EmbeddedPostgres;
let database: Database;

// A server of its own, because this test stops and kills it.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "primacy-restart-"));
  await chmod(root, 0o755);
  directory = path.join(root, "postgres");
  server = await startEmbeddedPostgres({ directory });
  await migrate({ url: server.url });
  database = createDatabase({ url: server.url, masterKey: parseMasterKey(TEST_MASTER_KEY) });
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

test.each(["stop", "kill"] as const)(
  "operations go on after PostgreSQL's restart by %s, and no step is left out",
  async (how) => {
    const folder = await mkdtemp(path.join(root, "work-"));
    const worker = createTestWorker(database);
    const definitions = { "host.test": createFolderOperation("here") };
    const engine = new OperationEngine(worker, definitions, { pollMs: 200 });
    worker.hub.subscribe(engine);
    await worker.hub.start();
    await engine.start();
    const steps = Array.from({ length: stepCount }, (_, at) => ({ name: `s${at}` }));
    const ids = await Promise.all(
      Array.from({ length: 3 }, async (_, at) => {
        const asked = await database.transact(systemActor("test"), (unit) =>
          unit.operations.enqueue({
            kind: "host.test",
            title: message("step.waiting"),
            input: { folder, steps: steps.map((step) => ({ name: `${at}-${step.name}` })) },
          }),
        );
        if (isRefusal(asked)) throw new Error(asked.code);
        return asked.id;
      }),
    );
    const ends = async (): Promise<string[]> =>
      (await readFile(path.join(folder, "trace"), "utf8").catch(() => ""))
        .split("\n")
        .filter((line) => line.includes(" ends "));
    await expect
      .poll(async () => (await ends()).length, { timeout: 120_000, interval: 5 })
      .toBeGreaterThan(5);
    if (how === "stop") await server.stop();
    else process.kill(server.pid, "SIGKILL");
    server = await startEmbeddedPostgres({ directory });
    const read = (): Promise<OperationState[]> =>
      Promise.all(ids.map(async (id) => (await database.operations.get(id)).state)).catch(() => []);
    await expect
      .poll(async () => (await read()).filter((state) => isFinished(state)).length, { timeout: 120_000 })
      .toBe(3);
    expect(await read()).toEqual(["succeeded", "succeeded", "succeeded"]);
    // A step whose end could not be written may have run again; none was left out.
    expect(new Set(await ends()).size).toBe(3 * stepCount);
    await engine.stop();
    await worker.hub.stop();
  },
);
