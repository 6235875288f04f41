import { isRefusal, type Operation, type OperationStep, VipProof } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { runRootSql, waitFor } from "@primacy/lab";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hostOperations } from "../host/host-operations";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";
import { startWorkerProcess, type WorkerProcess } from "../testing/worker-process";

let lab: LabCluster;
let clusterId = "";
const running: WorkerProcess[] = [];

beforeAll(async () => {
  lab = await startLabCluster(hostOperations);
  await startWorker();
  clusterId = await lab.register();
}, 600_000);
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()));
  await lab?.close();
}, 300_000);

afterEach(() => lab.removeVips(clusterId), 120_000);

/** The real worker, with all that it does. */
async function startWorker(): Promise<void> {
  running.push(
    await startWorkerProcess(lab.opened.url, { PRIMACY_TEST_OPERATIONS: "all", PRIMACY_LOG_LEVEL: "error" }),
  );
}

async function askToApply(): Promise<string> {
  const asked = await lab.request("vip.apply", clusterId, lab.vipRequest());
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

/** Ends what the dead worker had of its right to the operation: the tests of the engine wait for that, here it is time lost. */
async function endLease(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: lab.opened.url });
  await client.connect();
  try {
    await client.query("UPDATE operation SET lease_expires_at = now() WHERE id = $1", [id]);
  } finally {
    await client.end();
  }
}

/** Kills the worker and starts another; how the operation ends then. */
async function replaceWorker(id: string, leaseEnds: "in time" | "at once" = "at once"): Promise<Operation> {
  await Promise.all(running.splice(0).map((one) => one.kill()));
  const left = await lab.opened.database.operations.get(id);
  expect(left.finishedAt, "it was over before the worker died").toBeNull();
  if (leaseEnds === "at once") await endLease(id);
  await startWorker();
  const operation = await lab.ended(id, 120_000);
  const log = await lab.opened.database.operations.listLog(id, { limit: 100, after: null });
  expect(log.items.map((line) => line.message.code)).toContain("log.resumed");
  return operation;
}

/** What an agent was told, and the schema, go with an apply that is undone; the group serves. */
async function expectNothingLeft(): Promise<void> {
  const { signal } = new AbortController();
  for (const host of lab.hosts) {
    const status = await lab.agentOf(host).call("status", undefined, { signal });
    expect(status.vips, host.name).toEqual([]);
  }
  const primary = await lab.lab.findPrimary();
  if (primary === null) throw new Error("no primary");
  expect(await runRootSql(primary, "SHOW DATABASES LIKE 'primacy'")).toEqual([]);
  await lab.proveWrite(primary);
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
      await lab.proveWrite();
    },
    180_000,
  );

  test("while it takes a cancelled one back: the next one takes back the rest, and says why and what", async () => {
    const id = await askToApply();
    await reached(id, "a host knows it", (step) => step.code === "document.join" && step.state === "done");
    await lab.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
    await reached(id, "it is taken back", (step) => step.state === "undoing" || step.state === "undone");
    const operation = await replaceWorker(id, "in time");
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

describe("a worker killed while it drains an address", () => {
  test("the next one drains anew, and the switchover goes on", async () => {
    await lab.applyVip(clusterId);
    const cluster = await lab.opened.database.clusters.get(clusterId);
    const member = cluster.members.find((one) => one.hostId === lab.hostNamed("db2").id);
    const drain = { waitSeconds: 4, atLimit: "switch" };
    const asked = await lab.request("switchover", clusterId, { memberId: member?.id, drain });
    if (isRefusal(asked)) throw new Error(asked.message.text);
    const isDraining = ({ code, detail }: OperationStep): boolean =>
      code === "switchover.drain" && detail?.code === "detail.draining";
    await reached(asked.id, "it drains", isDraining);
    const operation = await replaceWorker(asked.id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(operation.result).toMatchObject({ drain: { left: expect.any(Number) } });
    expect((await lab.lab.findPrimary())?.name).toBe("db2");
    await lab.proveWrite();
  }, 180_000);
});
