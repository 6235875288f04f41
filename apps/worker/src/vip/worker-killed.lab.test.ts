import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isRefusal, type Operation } from "@primacy/contract";
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

async function killDuring(code: string): Promise<Operation> {
  const asked = await lab.request("vip.apply", clusterId, { address: lab.vipAddress, prefixLength: 24 });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await waitFor(
    `${code} begins`,
    async () => {
      const { steps } = await lab.opened.database.operations.get(asked.id);
      return steps.some((step) => step.code === code && step.state !== "pending") ? true : undefined;
    },
    { timeoutMs: 60_000, intervalMs: 5 },
  );
  await Promise.all(children.map(kill));
  const left = await lab.opened.database.operations.get(asked.id);
  expect(left.finishedAt, `${code} was over before the worker died`).toBeNull();
  startWorker();
  return lab.ended(asked.id, 120_000);
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
    "during %s: the next one finishes it or undoes it, and says which",
    async (code) => {
      const operation = await killDuring(code);
      expect(["succeeded", "undone"], JSON.stringify(told(operation))).toContain(operation.state);
      const holders = await lab.lab.observe.addressHolders(lab.vipAddress);
      const vips = await lab.opened.database.vips.listByCluster(clusterId);
      expect([holders.length, vips.length]).toEqual(operation.state === "succeeded" ? [1, 1] : [0, 0]);
      if (operation.state === "undone") await expectNothingLeft();
      const primary = await lab.lab.findPrimary();
      await primary?.exec(["mysql", "-e", "CREATE DATABASE IF NOT EXISTS serves; DROP DATABASE serves"]);
      expect(primary).not.toBeNull();
    },
    180_000,
  );
});
