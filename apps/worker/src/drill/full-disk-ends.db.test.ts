import { once } from "node:events";
import { type DrillFault, isRefusal, message, type ProbeSample } from "@primacy/contract";
import type { DrillInput, RecordedWrites } from "@primacy/core/drill";
import { newId, setDrillLever, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkerContext } from "../context";
import type { StepContext } from "../operation/executor";
import { type DrillDay, type PlayedDrill, playDrill } from "../testing/drill-ends.fixture";
import { createTestWorker } from "../testing/test-worker";
import { awaitWrites, type WritesRecorder } from "./await-writes";
import { createJudgeStep } from "./judge-step";
import { requireRecorder } from "./measure-step";

const fault: DrillFault = { kind: "fill_disk", seconds: 20 };
const labels = ["VIP", "Router"];

let opened: TestDatabase;
let worker: WorkerContext;
beforeAll(async () => {
  opened = await openTestDatabase();
  worker = createTestWorker(opened.database);
});
afterAll(() => opened.close());

function inputOf(drillId = newId(), clusterId = newId(), kind: DrillFault = fault): DrillInput {
  const member = { memberId: "m1", serverUuid: "u1", name: "db1", address: "10.0.0.11", port: 3306 };
  return {
    ...{ drillId, clusterId, fault: kind, other: null, proxy: null, consoleAddress: null },
    ...{ primary: { ...member, hostId: "h1" }, target: { ...member, hostId: "h1", service: null } },
    observer: { hostId: newId(), name: "app1" },
    readWays: [],
    ways: labels.map((label, at) => ({
      ...{ label, isVip: at === 0, run: newId() },
      endpoint: { address: `10.0.0.10${at}`, port: 3306 },
    })),
    ...{ objectiveMs: 30_000, waitMs: 60_000 },
  };
}

const healBegunMs = 10_000;
const writeAt = (endpoint: number, startedMs: number, error: string | null = null): ProbeSample => ({
  ...{ lane: "write", endpoint, seq: 1, dueMs: startedMs, startedMs, endedMs: startedMs + 2, error },
  ...{ serverUuid: "u1", isSent: true },
});
/** Has these writes, one look after the other; the last are there from then on. */
function recorderOf(
  ...looks: readonly (readonly ProbeSample[])[]
): WritesRecorder & { readonly looks: number } {
  let count = 0;
  return {
    lostProbe: null,
    get looks() {
      return count;
    },
    read(): RecordedWrites {
      const samples = looks[Math.min(count, looks.length - 1)] ?? [];
      count += 1;
      return { healBegunMs, ways: labels.map((label) => ({ label })), probe: { offsetMs: 0, samples } };
    },
  };
}
const back = [writeAt(0, 10_500), writeAt(1, 10_600)];
const signal = AbortSignal.timeout(120_000);

describe("after the heal of a full disk", () => {
  test("writes are waited for through every endpoint, and one that began before the heal counts for nothing", async () => {
    const early = [writeAt(0, 9_000), writeAt(1, 9_500), writeAt(1, 10_600)];
    const recorder = recorderOf([], early, [...early, writeAt(0, 10_700, "1205")], back);
    await awaitWrites(worker, inputOf(), recorder, signal);
    expect(recorder.looks).toBe(4);
  });

  test.each([
    ["through one endpoint", [writeAt(0, 10_500)], "no write comes through Router yet"],
    ["through any", [writeAt(0, 9_000)], "no write comes through VIP, Router yet"],
  ])(
    "writes that do not come back %s in time leave the drill unhealed, with where they are missed",
    async (_where, samples, text) => {
      const waiting = awaitWrites(worker, inputOf(), recorderOf(samples), signal, 100);
      await expect(waiting).rejects.toThrow("db1 is not as it was before");
      await expect(waiting).rejects.toThrow(text);
    },
  );

  test("where nobody records the clients any more and no primary takes a row, all of them are missed", async () => {
    const { id } = await addCluster();
    for (const recorder of [null, { ...recorderOf(back), lostProbe: message("why.no_answer") }])
      await expect(awaitWrites(worker, inputOf(newId(), id), recorder, signal, 100)).rejects.toThrow(
        "no write comes through VIP, Router yet",
      );
  });

  test("nothing is waited for after any other fault", async () => {
    const recorder = recorderOf([]);
    const kill: DrillFault = { kind: "kill_mysqld", restarts: false };
    await awaitWrites(worker, inputOf(newId(), newId(), kill), recorder, signal);
    expect(recorder.looks).toBe(0);
  });
});

async function addCluster(): Promise<{ readonly id: string }> {
  const cluster = await opened.database.transact(systemActor("test"), (unit) =>
    unit.clusters.create({
      ...{ name: `c-${newId()}`, kind: "group_replication", groupName: newId(), members: [] },
    }),
  );
  if (isRefusal(cluster)) throw new Error(cluster.message.text);
  return cluster;
}

/** Waits for writes as the heal does, by what a recorder of this test has; null: its worker has ended. */
const waitsBy =
  (recorder: WritesRecorder | null, limitMs?: number): NonNullable<DrillDay["undo"]> =>
  ({ worker: own, operation }, within) =>
    awaitWrites(own, inputOf(operation.id, operation.clusterId ?? ""), recorder, within, limitMs);
/** The disk is full, and nobody has come to an end of measuring yet. */
const lasts = async (_context: StepContext, within: AbortSignal): Promise<never> => {
  await once(within, "abort");
  throw within.reason;
};

async function awaitStep({ id }: PlayedDrill, code: string): Promise<void> {
  const read = async () =>
    (await opened.database.operations.get(id)).steps.find((step) => step.code === code)?.state;
  await expect.poll(read, { timeout: 30_000 }).toBe("running");
}

/** As the lever of all drills does it: who holds it, and each drill asked to stop. */
async function pullLever(): Promise<void> {
  const held = { by: "bob", at: new Date().toISOString(), reason: null };
  await opened.database.transact(systemActor("bob"), async (unit) => {
    expect(await setDrillLever(unit, held)).toBe(true);
    for (const { operation } of await unit.operations.listQueue("drill"))
      await unit.operations.requestCancel(operation.id);
  });
}

describe("a drill of a full disk", () => {
  test("that all are stopped with meanwhile is healed, waits for its writes, and says that it was stopped", async () => {
    const recorder = recorderOf([], back);
    const ended = await playDrill(
      opened,
      { "drill.measure": lasts, undo: waitsBy(recorder) },
      {
        fault,
        meanwhile: async (drill) => {
          await awaitStep(drill, "drill.measure");
          await pullLever();
        },
      },
    );
    expect(ended).toMatchObject({ state: "undone", heal: "healed", kind: "broken_off" });
    expect(ended.text).toBe("Broken off: somebody stopped it.");
    expect(recorder.looks).toBe(2);
    await opened.database.transact(systemActor("test"), (unit) => setDrillLever(unit, null));
  });

  test("whose worker ends meanwhile is healed by the next one, which has not seen it", async () => {
    const recorder = recorderOf(back);
    const ended = await playDrill(
      opened,
      {
        "drill.measure": async (context, within) => {
          if (context.step.attempt === 1) return lasts(context, within);
          return requireRecorder({ drillId: context.operation.id });
        },
        undo: waitsBy(recorder),
      },
      {
        fault,
        meanwhile: async (drill) => {
          await awaitStep(drill, "drill.measure");
          await drill.replaceWorker();
        },
      },
    );
    expect(ended).toMatchObject({ state: "undone", heal: "healed", kind: "broken_off" });
    expect(ended.text).toContain("The worker that recorded the drill ended");
    expect(recorder.looks).toBe(1);
  });

  test("whose worker ends while writes are waited for is healed and judged by the next one", async () => {
    const never = recorderOf([]);
    const ended = await playDrill(
      opened,
      {
        "drill.heal": (context, within) =>
          waitsBy(context.step.attempt === 1 ? never : recorderOf(back))(context, within),
        "drill.judge": (context, within) =>
          createJudgeStep(100).execute(
            context,
            inputOf(context.operation.id, context.operation.clusterId ?? ""),
            within,
          ),
      },
      {
        fault,
        meanwhile: async (drill) => {
          await expect.poll(() => never.looks, { timeout: 30_000 }).toBeGreaterThan(0);
          await drill.replaceWorker();
        },
      },
    );
    expect(ended).toMatchObject({ state: "succeeded", heal: "healed", kind: "broken_off" });
    expect(ended.text).toContain("The worker that recorded the drill ended");
    // The cluster of this test has no member: nobody could delete them.
    expect(ended.warnings).toContainEqual(
      expect.stringContaining("may be left in the table verify of the schema"),
    );
  });

  test("whose writes do not come back is unhealed, with where they are missed", async () => {
    const never = waitsBy(recorderOf([]), 100);
    const ended = await playDrill(opened, { "drill.heal": never, undo: never }, { fault });
    expect(ended).toMatchObject({ state: "failed", heal: "unhealed", kind: "broken_off" });
    expect(ended.text).toContain("no write comes through VIP, Router yet");
  });

  test("whose writes come back only as it is taken back is healed, and says that they were late", async () => {
    const day = { "drill.heal": waitsBy(recorderOf([]), 100), undo: waitsBy(recorderOf(back)) };
    const ended = await playDrill(opened, day, { fault });
    expect(ended).toMatchObject({ state: "undone", heal: "healed", kind: "broken_off" });
    expect(ended.text).toContain("no write comes through VIP, Router yet");
  });
});
