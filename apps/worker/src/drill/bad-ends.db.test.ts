import {
  type DrillRequest,
  isFinished,
  isRefusal,
  message,
  operationKinds,
  paramsWith,
} from "@primacy/contract";
import type { PlannedStep } from "@primacy/core/operation";
import { newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { defineOperation } from "../operation/definition";
import { OperationEngine } from "../operation/engine";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { createTestWorker } from "../testing/test-worker";
import { drillOperation } from "./drill-operation";

/** The steps of a drill that may fail in the midst; the engine and what settles the drill are the real ones. */
const codes = ["drill.watch", "drill.fault", "drill.measure", "drill.heal", "drill.judge"] as const;
type Code = (typeof codes)[number];
type Step = { readonly [C in Code]: PlannedStep<C, Record<string, never>> }[Code];
/** What fails, and what is not taken back. */
type BadDay = Partial<Record<Code | "undo", () => StepFailure>>;

const lost = (): StepFailure =>
  new StepFailure("failure.drill_probe_lost", {
    params: paramsWith({ host: "app1" }, { reason: message("why.no_answer") }),
  });
const refused = (): StepFailure =>
  new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: "db1" }, { reason: message("operator.fault_agent_absent", { limitMs: 1 }) }),
  });

let opened: TestDatabase;
let stop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(() => stop());
afterAll(() => opened.close());

const input = operationKinds.drill.input;
const request: DrillRequest = {
  fault: { kind: "kill_mysqld", restarts: false },
  endpoints: [{ address: "10.0.0.100", port: 3306 }],
  observerHostId: null,
  objectiveMs: 30_000,
};
const empty = z.object({});

function executorsOf(day: BadDay) {
  const execute = (code: Code) => async (context: StepContext) => {
    if (code === "drill.watch") await begin(context);
    const failure = day[code]?.();
    if (failure !== undefined) throw failure;
    return { kind: "done" } as const;
  };
  const plain = (code: Code) =>
    defineStep<Record<string, never>>({
      ...{ input: empty, timeoutMs: 10_000, onCancel: "completes", undo: { kind: "nothing" } },
      execute: execute(code),
    });
  return {
    "drill.watch": plain("drill.watch"),
    "drill.measure": plain("drill.measure"),
    "drill.heal": plain("drill.heal"),
    "drill.judge": plain("drill.judge"),
    "drill.fault": defineStep<Record<string, never>, object>({
      ...{ input: empty, timeoutMs: 10_000, onCancel: "completes" },
      undo: {
        kind: "recorded",
        record: empty,
        prepare: async () => ({}),
        undo: async () => {
          const failure = day.undo?.();
          if (failure !== undefined) throw failure;
        },
      },
      execute: execute("drill.fault"),
    }),
  };
}

async function begin({ worker, operation }: StepContext): Promise<void> {
  await worker.db.transact(worker.actor, (unit) =>
    unit.drills.create({
      ...{ id: operation.id, seriesId: null, clusterId: operation.clusterId ?? "", requestedBy: "alice" },
      fault: request.fault,
      endpoints: [...request.endpoints],
      objectiveMs: request.objectiveMs,
      target: { memberId: newId(), name: "db1" },
      other: null,
      observer: { hostId: newId(), name: "app1" },
      startedAt: worker.now(),
    }),
  );
}

async function play(day: BadDay) {
  const { database } = opened;
  const worker = createTestWorker(database);
  const bad = defineOperation<z.output<typeof input>, Step>({
    input,
    timeoutMs: 10_000,
    plan: async () => ({
      steps: codes.map(
        (code, ordinal): Step => ({
          ...{ ordinal, code, hostId: null, hostName: null, preview: [], isReversible: true, input: {} },
          title: message("step.waiting"),
        }),
      ),
      consequences: [],
    }),
    executors: executorsOf(day),
    finish: async () => null,
    settle: (context, request, state) => drillOperation.settle(context, request, state),
  });
  const engine = new OperationEngine(worker, { drill: bad }, { pollMs: 100 });
  worker.hub.subscribe(engine);
  await worker.hub.start();
  await engine.start();
  stop = async () => {
    await engine.stop();
    await worker.hub.stop();
  };
  const asked = await database.transact(systemActor("test"), async (unit) => {
    const cluster = await unit.clusters.create({
      ...{ name: `c-${newId()}`, kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(cluster)) return cluster;
    return unit.operations.enqueue({
      ...{ kind: "drill", title: message("step.waiting"), clusterId: cluster.id, input: request },
    });
  });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await expect
    .poll(async () => isFinished((await database.operations.get(asked.id)).state), { timeout: 60_000 })
    .toBe(true);
  const drill = await database.drills.find(asked.id);
  const { state } = await database.operations.get(asked.id);
  return { state, heal: drill?.heal, kind: drill?.verdict?.kind, text: drill?.verdict?.sentence.text };
}

const days: readonly (readonly [string, BadDay, object])[] = [
  [
    "its observing host is lost in the midst: broken off, and healed",
    { "drill.measure": lost },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "its observing host is lost before the fault: not tested, and nothing to heal",
    { "drill.fault": lost },
    { state: "undone", heal: "healed", kind: "not_tested", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "its observing host is lost as it is judged: broken off, though it was healed before",
    { "drill.judge": lost },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "the host refuses the heal, twice: not healed, with its reason",
    { "drill.heal": refused, undo: refused },
    { state: "failed", heal: "unhealed", kind: "broken_off", text: expect.stringContaining("no agent runs") },
  ],
  [
    "the host refuses the heal once: healed as the drill is taken back, and broken off",
    { "drill.heal": refused },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("no agent runs") },
  ],
  [
    "its observing host is lost, and the heal is refused: not healed",
    { "drill.measure": lost, undo: refused },
    { state: "failed", heal: "unhealed", kind: "broken_off" },
  ],
];

test.each(days)("a drill ends honestly where %s", async (_what, day, ending) => {
  expect(await play(day)).toMatchObject(ending);
});
