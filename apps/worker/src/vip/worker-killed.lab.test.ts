import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isRefusal, type Operation, type OperationStep, VipProof } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { TEST_MASTER_KEY } from "@primacy/db/testing";
import { waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hostOperations } from "../host/host-operations";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";

let lab: LabCluster;
let clusterId = "";
const children: ChildProcess[] = [];

beforeAll(async () => {
  lab = await startLabCluster(hostOperations);
  startWorker();
  clusterId = await lab.register();
}, 600_000);
afterAll(async () => {
  await lab?.close();
  await Promise.all(children.map(kill));
}, 300_000);

afterEach(async () => {
  for (const vip of await lab.opened.database.vips.listByCluster(clusterId))
    expect(await lab.perform("vip.remove", clusterId, { vipId: vip.id })).toMatchObject({
      state: "succeeded",
    });
}, 120_000);

/** The real worker, as it is started in production, on the test's database. */
function startWorker(): ChildProcess {
  const child = fork(fileURLToPath(new URL("../main.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
    env: {
      ...process.env,
      DATABASE_URL: lab.opened.url,
      PRIMACY_MASTER_KEY: TEST_MASTER_KEY,
      PRIMACY_DATA_DIR: mkdtempSync(path.join(tmpdir(), "primacy-worker-")),
      PRIMACY_WORKER_PORT: "0",
      PRIMACY_LOG_LEVEL: process.env.PRIMACY_LOG_LEVEL ?? "error",
    },
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function askToApply(): Promise<string> {
  const asked = await lab.request("vip.apply", clusterId, { address: lab.vipAddress, prefixLength: 24 });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

/** Waits until a step has come so far. */
async function reached(id: string, what: string, accept: (step: OperationStep) => boolean): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const { steps } = await lab.opened.database.operations.get(id);
    return steps.some(accept) ? true : undefined;
  };
  await waitFor(what, look, { timeoutMs: 60_000, intervalMs: 5 });
}

/** Kills the worker and starts another; how the operation ends then. */
async function replaceWorker(id: string): Promise<Operation> {
  await Promise.all(children.map(kill));
  const left = await lab.opened.database.operations.get(id);
  expect(left.finishedAt, "it was over before the worker died").toBeNull();
  startWorker();
  const operation = await lab.ended(id, 120_000);
  const log = await lab.opened.database.operations.listLog(id, { limit: 100, after: null });
  expect(log.items.map((line) => line.message.code)).toContain("log.resumed");
  return operation;
}

/** What an agent was told, and the schema, go with an apply that is undone. */
async function expectNothingLeft(): Promise<void> {
  const { signal } = new AbortController();
  for (const { id, name, agentAddress, agentPort } of lab.hosts) {
    const target = { hostId: id, hostName: name, address: agentAddress, port: agentPort };
    const status = await lab.worker.agents.clientFor(target).call("status", undefined, { signal });
    expect(status.vips, name).toEqual([]);
  }
  const primary = await lab.lab.findPrimary();
  const shown = await primary?.exec(["mysql", "-NBe", "SHOW DATABASES LIKE 'primacy'"]);
  expect(shown?.stdout.trim()).toBe("");
}

describe("a worker killed in the middle of an apply", () => {
  test.each(["schema.ensure", "vip.store", "document.join", "document.acquire", "vip.await_held"])(
    "during %s: the next one finishes it, with its proof",
    async (code) => {
      const id = await askToApply();
      await reached(id, `${code} begins`, (step) => step.code === code && step.state !== "pending");
      const operation = await replaceWorker(id);
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      expect(operation.problem).toBeNull();
      const primary = await lab.lab.findPrimary();
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([primary?.name]);
      expect(await lab.opened.database.vips.listByCluster(clusterId)).toMatchObject([
        { id: VipProof.parse(operation.result).vipId, address: lab.vipAddress },
      ]);
      await primary?.exec(["mysql", "-e", "CREATE DATABASE IF NOT EXISTS serves; DROP DATABASE serves"]);
    },
    180_000,
  );

  test("while it takes a cancelled one back: the next one takes back the rest, and says why and what", async () => {
    const id = await askToApply();
    await reached(id, "a host knows it", (step) => step.code === "document.join" && step.state === "done");
    await lab.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
    await reached(id, "it is taken back", (step) => step.state === "undoing" || step.state === "undone");
    const operation = await replaceWorker(id);
    expect(told(operation)).toMatchObject({ state: "undone" });
    expect(operation.problem).toMatchObject({ code: "cancelled" });
    const undone = operation.steps.filter((step) => step.state === "undone");
    expect(undone.map((step) => step.code)).toEqual(
      expect.arrayContaining(["schema.ensure", "vip.store", "document.join"]),
    );
    expect(operation.problem?.errors.map(({ path: at, code }) => [at, code])).toEqual(
      undone.map((step) => [`/steps/${step.ordinal}`, "step_undone"]),
    );
    const log = await lab.opened.database.operations.listLog(id, { limit: 100, after: null });
    expect(log.items.map((line) => line.message.code)).toContain("log.undone_nowhere");
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
    expect(await lab.opened.database.vips.listByCluster(clusterId)).toEqual([]);
    await expectNothingLeft();
  }, 180_000);
});
