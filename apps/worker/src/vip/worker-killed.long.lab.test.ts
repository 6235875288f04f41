import {
  isRefusal,
  type Operation,
  type OperationKind,
  type OperationStep,
  RestartResult,
  VipProof,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { databaseNames, joinRows, type LabHost, runRootSql, waitFor } from "@primacy/lab";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hostOperations } from "../host/host-operations";
import { endConnections } from "../testing/address-clients";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";
import { startWorkerProcess, type WorkerProcess } from "../testing/worker-process";

let lab: LabCluster;
let clusterId = "";
const running: WorkerProcess[] = [];

beforeAll(async () => {
  lab = await startLabCluster(hostOperations);
  await startWorker();
  clusterId = await lab.register();
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()));
  await lab?.close();
});

afterEach(() => lab.removeVips(clusterId));

/** The real worker, with all that it does. */
async function startWorker(): Promise<void> {
  running.push(
    await startWorkerProcess(lab.opened.url, { PRIMACY_TEST_OPERATIONS: "all", PRIMACY_LOG_LEVEL: "error" }),
  );
}

async function ask(
  kind: OperationKind,
  input: object,
  secrets?: Readonly<Record<string, string>>,
): Promise<string> {
  const asked = await lab.request(kind, clusterId, input, secrets);
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

async function memberOn(name: string): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  return members.find((one) => one.hostId === lab.hostNamed(name).id)?.id ?? "";
}

/** What an apply proves its address with, which goes on trying for as long as it is refused: none ends meanwhile. */
async function lockProof(how: "LOCK" | "UNLOCK"): Promise<void> {
  const find = async (): Promise<LabHost | undefined> => (await lab.lab.findPrimary()) ?? undefined;
  const primary = await waitFor("a primary", find, { timeoutMs: 60_000 });
  await runRootSql(primary, `ALTER USER 'primacy_verify'@'%' ACCOUNT ${how}`);
}

/** Waits until a step has come so far. */
async function reached(id: string, what: string, accept: (step: OperationStep) => boolean): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const { steps } = await lab.opened.database.operations.get(id);
    return steps.some(accept) ? true : undefined;
  };
  await waitFor(what, look, { timeoutMs: 120_000, intervalMs: 5 });
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

/** Kills the worker in the middle of an operation, and starts another. */
async function killWorker(id: string, leaseEnds: "in time" | "at once" = "at once"): Promise<void> {
  await Promise.all(running.splice(0).map((one) => one.kill()));
  const left = await lab.opened.database.operations.get(id);
  expect(left.finishedAt, "it was over before the worker died").toBeNull();
  if (leaseEnds === "at once") await endLease(id);
  await startWorker();
}

/** The same; how the operation ends then. */
async function replaceWorker(id: string, leaseEnds: "in time" | "at once" = "at once"): Promise<Operation> {
  await killWorker(id, leaseEnds);
  return endedAnew(id);
}

/** How it ends, at the hands of another worker than it began with. */
async function endedAnew(id: string): Promise<Operation> {
  const operation = await lab.ended(id);
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
      await lockProof("LOCK");
      let id: string;
      try {
        id = await ask("vip.apply", lab.vipRequest());
        await reached(id, `${code} begins`, (step) => step.code === code && step.state !== "pending");
        await killWorker(id);
      } finally {
        await lockProof("UNLOCK");
      }
      const operation = await endedAnew(id);
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      expect(operation.problem).toBeNull();
      const primary = await lab.lab.findPrimary();
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([primary?.name]);
      expect(await lab.opened.database.vips.listByCluster(clusterId)).toMatchObject([
        { id: VipProof.parse(operation.result).vipId, address: lab.vipAddress },
      ]);
      await lab.proveWrite();
    },
  );

  test("while it takes a cancelled one back: the next one takes back the rest, and says why and what", async () => {
    const id = await ask("vip.apply", lab.vipRequest());
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
  });
});

describe("a worker killed while it drains an address", () => {
  test("the next one drains anew, and the switchover goes on", async () => {
    await lab.applyVip(clusterId);
    // So long that it drains when its worker dies, however slow the machine is.
    const drain = { waitSeconds: 120, atLimit: "switch" };
    const id = await ask("switchover", { memberId: await memberOn("db2"), drain });
    const isDraining = ({ code, detail }: OperationStep): boolean =>
      code === "switchover.drain" && detail?.code === "detail.draining";
    await reached(id, "it drains", isDraining);
    await killWorker(id);
    await reached(id, "it drains anew", (step) => isDraining(step) && step.attempt > 1);
    // Where none is left it has drained already.
    await endConnections(lab.lab).catch(() => undefined);
    const operation = await endedAnew(id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(operation.result).toMatchObject({ drain: { left: expect.any(Number) } });
    const primaryName = async (): Promise<string | undefined> => (await lab.lab.findPrimary())?.name;
    await expect.poll(primaryName, { timeout: 60_000 }).toBe("db2");
    await lab.proveWrite();
  });
});

describe("a worker killed while it pauses an address", () => {
  test("the next one tells the other hosts, and the address stays where it is", async () => {
    const { id: vipId } = await lab.applyVip(clusterId);
    const [holder = ""] = await lab.lab.observe.addressHolders(lab.vipAddress);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const id = await ask("vip.pause", { vipId });
    await reached(
      id,
      "a host is told",
      ({ code, state }) => code === "document.plain" && state !== "pending",
    );
    const operation = await replaceWorker(id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const wanted = await lab.opened.database.vips.listByCluster(clusterId);
    expect(wanted).toMatchObject([{ paused: { hostId: lab.hostNamed(holder).id } }]);
    await waitFor("every host keeps to the pause", async () => (await isPausedOn(holder)) || undefined, {
      timeoutMs: 60_000,
    });
    await watch.stop();
    expect(watch.intervals).toEqual([expect.objectContaining({ host: holder, toMs: null })]);
    await lab.proveWrite();
  });

  /** The host holds the address, and the agents of all others stay away from it. */
  async function isPausedOn(holder: string): Promise<boolean> {
    const { signal } = new AbortController();
    const states = await Promise.all(
      lab.hosts.map(async (host) => {
        const { vips } = await lab.agentOf(host).call("status", undefined, { signal });
        return vips[0]?.state === (host === lab.hostNamed(holder) ? "HOLDING" : "MAINT");
      }),
    );
    return states.every(Boolean);
  }
});

describe("workers killed in the middle of a rolling restart", () => {
  test("while it waits for a secondary, and after the switchover: the next goes on, and what was done is not done again", async () => {
    await lab.lab.resetGroup();
    await lab.applyVip(clusterId);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const before = await countStarts();
    const { user, password } = lab.lab.credentials.admin;
    const input = { memberId: await memberOn("db2"), limitSeconds: 120, user };
    const id = await ask("restart", input, { password });
    await reached(id, "db3 restarts", ({ code, state }) => code === "restart.member" && state === "waiting");
    await killWorker(id);
    await reached(
      id,
      "the address followed",
      ({ code, state }) => code === "switchover.follow" && state === "done",
    );
    const operation = await replaceWorker(id);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const { members, switchover } = RestartResult.parse(operation.result);
    expect(members.map(({ name }) => name.slice(0, 3))).toEqual(["db3", "db2", "db1"]);
    expect(switchover).toMatchObject({ primaryAfterMs: expect.any(Number) });
    const after = await countStarts();
    const [db1, db2, db3] = after.map((count, index) => count - (before[index] ?? 0));
    expect(db2, "nobody died while it restarted").toBe(1);
    // Whoever takes a step over may restart its server once more.
    expect([1, 2]).toContain(db1);
    expect([1, 2]).toContain(db3);
    const online =
      "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";
    for (const name of databaseNames)
      expect(joinRows(await runRootSql(lab.lab.host(name), online)), name).toBe("3");
    expect((await lab.lab.findPrimary())?.name).toBe("db2");
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    expect(watch.holders).toEqual(["db2"]);
    await lab.proveWrite();
  });

  /** How often each server was started, by its error log. */
  async function countStarts(): Promise<number[]> {
    const argv = ["grep", "-c", "mysqld: ready for connections", "/var/log/mysql/error.log"];
    const counts = databaseNames.map(async (name) => (await lab.lab.host(name).exec(argv)).stdout);
    return (await Promise.all(counts)).map(Number);
  }
});
