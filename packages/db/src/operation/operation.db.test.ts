import { isRefusal, message, type Operation, type Problem } from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { alice, createCluster, createHost, must } from "../testing/samples";
import type { OperationRequest } from "./operation-repository";

const worker = systemActor("worker");
const title = message("step.waiting");
const LONG_SECONDS = 60;
/** A lease that has ended by the time the next statement runs. */
const ENDED_SECONDS = 0;

let test1: TestDatabase;
let database: Database;

beforeAll(async () => {
  test1 = await openTestDatabase();
  database = test1.database;
});
afterAll(() => test1.close());

function enqueue(
  request: Partial<OperationRequest>,
  actor = alice,
): ReturnType<Database["operations"]["get"]> {
  return database
    .transact(actor, async (unit) => {
      const operation = await unit.operations.enqueue({ kind: "host.test", title, input: {}, ...request });
      await unit.audit.record({ action: "operation.enqueue", target: { kind: "operation" } });
      return operation;
    })
    .then(must);
}

const claimAll = (owner: string, leaseSeconds = LONG_SECONDS) =>
  database.transact(worker, (unit) => unit.work.claim({ owner, leaseSeconds, limit: 50 }));

async function claimOnly(operation: Operation, owner = "w1", leaseSeconds = LONG_SECONDS) {
  const claimed = (await claimAll(owner, leaseSeconds)).find((one) => one.operation.id === operation.id);
  if (!claimed) throw new Error("the operation was not claimed");
  return claimed;
}

describe("exclusion", () => {
  test("the second operation on a cluster is refused by the name of the first, and leaves no row", async () => {
    const cluster = await createCluster(database);
    await enqueue({ kind: "vip.apply", clusterId: cluster.id });
    const bob = { ...alice, name: "bob" };
    const second = await database.transact(bob, (unit) =>
      unit.operations.enqueue({ kind: "switchover", title, clusterId: cluster.id, input: {} }),
    );
    expect(isRefusal(second) && [second.code, second.message.params]).toEqual([
      "cluster_busy",
      { operation: "vip.apply", actor: "alice" },
    ]);
    const { items } = await database.operations.list({ clusterId: cluster.id }, { after: null, limit: 10 });
    expect(items.map((one) => one.kind)).toEqual(["vip.apply"]);
  });

  test("of many at once exactly one is accepted", async () => {
    const cluster = await createCluster(database);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.transact(worker, (unit) =>
          unit.operations.enqueue({ kind: "switchover", title, clusterId: cluster.id, input: {} }),
        ),
      ),
    );
    expect(outcomes.filter((one) => !isRefusal(one))).toHaveLength(1);
    expect(outcomes.filter(isRefusal).map((one) => one.code)).toEqual(Array(7).fill("cluster_busy"));
  });

  test("an operation that only looks neither waits nor keeps others waiting", async () => {
    const cluster = await createCluster(database);
    await enqueue({ kind: "vip.apply", clusterId: cluster.id });
    await expect(enqueue({ kind: "vip.check", clusterId: cluster.id })).resolves.toMatchObject({
      state: "queued",
    });
  });

  test("an operation that only watches from now on lets others change its cluster, and not one without its lease", async () => {
    const cluster = await createCluster(database);
    const { lease } = await claimOnly(await enqueue({ kind: "member.start", clusterId: cluster.id }));
    const free = (held: typeof lease) => database.transact(worker, (unit) => unit.work.freeSubjects(held));
    await expect(free({ ...lease, generation: lease.generation + 1 })).rejects.toMatchObject({
      code: "lease_lost",
    });
    await expect(enqueue({ kind: "switchover", clusterId: cluster.id })).rejects.toMatchObject({
      code: "cluster_busy",
    });
    await free(lease);
    await free(lease);
    await expect(enqueue({ kind: "switchover", clusterId: cluster.id })).resolves.toMatchObject({
      state: "queued",
    });
  });

  test("a host is free again once its operation has finished", async () => {
    const host = await createHost(database);
    const first = await enqueue({ kind: "agent.install", hostId: host.id });
    await expect(enqueue({ kind: "agent.remove", hostId: host.id })).rejects.toMatchObject({
      code: "in_use",
    });
    const { lease } = await claimOnly(first);
    await database.transact(worker, (unit) => unit.work.finish(lease, { state: "succeeded" }));
    await expect(enqueue({ kind: "agent.remove", hostId: host.id })).resolves.toMatchObject({
      hostName: host.name,
    });
  });
});

describe("claiming", () => {
  test("two claimers at once share the work: each operation goes to exactly one", async () => {
    const wanted = await Promise.all(Array.from({ length: 12 }, () => enqueue({})));
    const claims = await Promise.all(
      ["w1", "w2", "w3"].map((owner) =>
        database.transact(worker, (unit) =>
          unit.work.claim({ owner, leaseSeconds: LONG_SECONDS, limit: 30 }),
        ),
      ),
    );
    const ids = claims.flat().map((one) => one.operation.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(wanted.every((one) => ids.includes(one.id))).toBe(true);
  });

  test("a live lease is not taken; an ended one passes on, and the late worker can write nothing", async () => {
    const operation = await enqueue({});
    const first = await claimOnly(operation, "w1", ENDED_SECONDS);
    const second = await claimOnly(operation, "w2");
    expect(second.lease.generation).toBe(first.lease.generation + 1);
    expect((await claimAll("w3")).map((one) => one.operation.id)).not.toContain(operation.id);
    const lost = { code: "lease_lost", retryable: false };
    for (const write of [
      () => database.transact(worker, (unit) => unit.work.renew(first.lease, LONG_SECONDS)),
      () => database.transact(worker, (unit) => unit.work.log(first.lease, "info", title)),
      () => database.transact(worker, (unit) => unit.work.finish(first.lease, { state: "failed" })),
      () => database.transact(worker, (unit) => unit.work.startUndo(first.lease, null)),
    ]) {
      await expect(write()).rejects.toMatchObject(lost);
    }
    await expect(database.operations.get(operation.id)).resolves.toMatchObject({ state: "running" });
    await database.transact(worker, (unit) => unit.work.release(first.lease));
    expect((await claimAll("w3")).map((one) => one.operation.id)).not.toContain(operation.id);
  });

  test("a lease that is renewed in time stays", async () => {
    const operation = await enqueue({});
    const { lease } = await claimOnly(operation, "w1", ENDED_SECONDS);
    await database.transact(worker, (unit) => unit.work.renew(lease, LONG_SECONDS));
    expect((await claimAll("w2")).map((one) => one.operation.id)).not.toContain(operation.id);
  });

  test("an operation that is given back can be claimed at once", async () => {
    const operation = await enqueue({});
    const { lease } = await claimOnly(operation);
    await database.transact(worker, (unit) => unit.work.release(lease));
    // A renewal that was under way then comes too late: it must not take the operation back.
    const late = database.transact(worker, (unit) => unit.work.renew(lease, LONG_SECONDS));
    await expect(late).rejects.toMatchObject({ code: "lease_lost", retryable: false });
    await expect(claimOnly(operation, "w2")).resolves.toMatchObject({ operation: { state: "running" } });
  });
});

describe("steps", () => {
  const planned = {
    consequences: [],
    steps: [1, 2].map((ordinal) => ({
      ordinal,
      code: `step.${ordinal}`,
      hostId: null,
      hostName: null,
      title,
      preview: [{ kind: "command" as const, text: "ip address add" }],
      isReversible: true,
      input: { value: ordinal },
    })),
  };

  test("another worker finds plan, undo and output as the dead one left them; the first record stays", async () => {
    const operation = await enqueue({ input: { wanted: "address" } });
    const { lease, input } = await claimOnly(operation, "w1", ENDED_SECONDS);
    expect(input).toEqual({ wanted: "address" });
    await database.transact(worker, async (unit) => {
      expect(await unit.work.recordPlan(lease, planned)).toBe(true);
      expect(await unit.work.startStep(lease, 1)).toBe(1);
      expect(await unit.work.recordUndo(lease, 1, { had: "nothing" })).toEqual({ had: "nothing" });
      await unit.work.recordStep(lease, 1, { state: "done", output: { seen: [1, 2] } });
      await unit.work.startStep(lease, 2);
    });
    const { lease: next } = await claimOnly(operation, "w2");
    await database.transact(worker, async (unit) => {
      expect(await unit.work.recordPlan(next, { ...planned, steps: [] })).toBe(false);
      expect(await unit.work.startStep(next, 2)).toBe(2);
      expect(await unit.work.recordUndo(next, 1, { had: "something" })).toEqual({ had: "nothing" });
    });
    const steps = await database.transact(worker, (unit) => unit.work.listSteps(operation.id));
    expect(steps).toMatchObject([
      {
        code: "step.1",
        state: "done",
        attempt: 1,
        input: { value: 1 },
        undo: { had: "nothing" },
        output: { seen: [1, 2] },
      },
      { code: "step.2", state: "running", attempt: 2, input: { value: 2 }, undo: null, output: null },
    ]);
    const shown = await database.operations.get(operation.id);
    expect(shown.steps[0]).not.toHaveProperty("undo");
    expect(shown.steps.map((step) => step.finishedAt === null)).toEqual([false, true]);
  });

  test("another worker finds what turned the operation back, and the end has its own problem", async () => {
    const operation = await enqueue({});
    const { lease } = await claimOnly(operation, "w1", ENDED_SECONDS);
    const cause: Problem = {
      type: "/api/v1/docs#problem-step_unknown",
      title: title.text,
      status: 500,
      code: "step_unknown",
      message: title,
      errors: [],
      requestId: operation.id,
    };
    await database.transact(worker, (unit) => unit.work.startUndo(lease, cause));
    const next = await claimOnly(operation, "w2");
    expect(next.operation).toMatchObject({ state: "undoing", problem: cause });
    const errors = [{ path: "/steps/0", code: "step_undone", message: title }];
    await database.transact(worker, (unit) =>
      unit.work.finish(next.lease, { state: "undone", problem: { ...cause, errors } }),
    );
    await expect(database.operations.get(operation.id)).resolves.toMatchObject({ problem: { errors } });
  });

  test("log lines are numbered without a gap in the order of their writing", async () => {
    const operation = await enqueue({});
    const { lease } = await claimOnly(operation);
    for (let line = 0; line < 5; line++) {
      await database.transact(worker, (unit) => unit.work.log(lease, "info", title));
    }
    const first = await database.operations.listLog(operation.id, { after: null, limit: 3 });
    expect(first.items.map((line) => line.seq)).toEqual([1, 2, 3]);
    expect(first.nextCursor).not.toBeNull();
    const rest = await database.operations.listLog(operation.id, { after: { key: "3", id: "" }, limit: 3 });
    expect([rest.items.map((line) => line.seq), rest.nextCursor]).toEqual([[4, 5], null]);
  });
});

describe("secrets of an operation", () => {
  test("are readable by the worker until it finishes, and deleted then", async () => {
    const operation = await enqueue({ secrets: { password: "tall blue kettle" } });
    const { lease } = await claimOnly(operation);
    const read = (name: string): Promise<string | null> =>
      database.transact(worker, (unit) => unit.work.findSecret(operation.id, name));
    await expect(read("password")).resolves.toBe("tall blue kettle");
    await expect(read("other")).resolves.toBeNull();
    await database.transact(worker, (unit) =>
      unit.work.finish(lease, { state: "succeeded", result: { ok: true } }),
    );
    await expect(read("password")).resolves.toBeNull();
  });
});

describe("cancelling", () => {
  test("ends an operation that nobody has begun, and frees its cluster", async () => {
    const cluster = await createCluster(database);
    const operation = await enqueue({ kind: "switchover", clusterId: cluster.id });
    const cancelled = await database.transact(worker, (unit) => unit.operations.requestCancel(operation.id));
    expect(cancelled).toMatchObject({ state: "cancelled", isCancelRequested: true });
    await expect(enqueue({ kind: "switchover", clusterId: cluster.id })).resolves.toMatchObject({
      state: "queued",
    });
    const again = await database.transact(worker, (unit) => unit.operations.requestCancel(operation.id));
    expect(isRefusal(again) && again.code).toBe("operation_finished");
  });

  test("tells the worker of a running one at its next renewal", async () => {
    const operation = await enqueue({});
    const { lease } = await claimOnly(operation);
    const renew = () => database.transact(worker, (unit) => unit.work.renew(lease, LONG_SECONDS));
    await expect(renew()).resolves.toEqual({ isCancelRequested: false });
    await database.transact(worker, (unit) => unit.operations.requestCancel(operation.id));
    await expect(renew()).resolves.toEqual({ isCancelRequested: true });
    await database.transact(worker, (unit) => unit.work.startUndo(lease, null));
    await expect(database.operations.get(operation.id)).resolves.toMatchObject({ state: "undoing" });
  });
});
