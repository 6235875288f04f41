import {
  type DrillFault,
  type DrillRequest,
  isFinished,
  isRefusal,
  message,
  operationKinds,
} from "@primacy/contract";
import type { PlannedStep } from "@primacy/core/operation";
import { newId, systemActor } from "@primacy/db";
import type { TestDatabase } from "@primacy/db/testing";
import { expect } from "vitest";
import { z } from "zod";
import { drillOperation } from "../drill/drill-operation";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { OperationEngine } from "../operation/engine";
import { defineStep, type StepContext } from "../operation/executor";
import { createTestWorker } from "./test-worker";

/** The steps of a drill; the engine and what settles the drill are the real ones. */
const codes = ["drill.watch", "drill.fault", "drill.measure", "drill.heal", "drill.judge"] as const;
type Code = (typeof codes)[number];
type Step = { readonly [C in Code]: PlannedStep<C, Record<string, never>> }[Code];
type Act = (context: StepContext, signal: AbortSignal) => Promise<unknown>;
/** What a step does, and what is done as its fault is taken back; nothing where it is not said. */
export type DrillDay = Partial<Record<Code | "undo", Act>>;

/** A drill that has been ordered, and the workers that carry it out. */
export interface PlayedDrill {
  readonly id: string;
  readonly clusterId: string;
  /** Ends the worker that has it, and begins another. */
  replaceWorker(): Promise<void>;
}

/** How a drill ended. */
export interface DrillEnd {
  readonly state: string;
  readonly heal: string | undefined;
  readonly kind: string | undefined;
  readonly text: string | undefined;
  /** What its log has as warnings. */
  readonly warnings: readonly string[];
}

const input = operationKinds.drill.input;
const empty = z.object({});

/** Orders a drill whose steps do what is said of them, and waits for its end; `meanwhile` has it as soon as it is ordered. */
export async function playDrill(
  { database }: Pick<TestDatabase, "database">,
  day: DrillDay,
  {
    fault = { kind: "kill_mysqld", restarts: false },
    meanwhile = async () => undefined,
  }: { fault?: DrillFault; meanwhile?: (drill: PlayedDrill) => Promise<unknown> } = {},
): Promise<DrillEnd> {
  const request: DrillRequest = {
    ...{ fault, endpoints: [{ address: "10.0.0.100", port: 3306 }], readEndpoints: [] },
    ...{ observerHostId: null, objectiveMs: 30_000 },
  };
  const definition = defineDrill(request, day);
  const begin = async (): Promise<() => Promise<void>> => {
    const worker = createTestWorker(database);
    const engine = new OperationEngine(worker, { drill: definition }, { pollMs: 100 });
    worker.hub.subscribe(engine);
    await worker.hub.start();
    await engine.start();
    return async () => {
      await engine.stop();
      await worker.hub.stop();
    };
  };
  let end = await begin();
  try {
    const asked = await order(database, request);
    await meanwhile({
      ...asked,
      replaceWorker: async () => {
        await end();
        end = await begin();
      },
    });
    await expect
      .poll(async () => isFinished((await database.operations.get(asked.id)).state), { timeout: 60_000 })
      .toBe(true);
    const drill = await database.drills.find(asked.id);
    const { state } = await database.operations.get(asked.id);
    const log = await database.operations.listLog(asked.id, { after: null, limit: 200 });
    const warnings = log.items.flatMap(({ level, message: said }) =>
      level === "warning" ? [said.text] : [],
    );
    const { kind, sentence } = drill?.verdict ?? {};
    return { state, heal: drill?.heal, kind, text: sentence?.text, warnings };
  } finally {
    await end();
  }
}

async function order(
  database: TestDatabase["database"],
  request: DrillRequest,
): Promise<Pick<PlayedDrill, "id" | "clusterId">> {
  return database.transact(systemActor("test"), async (unit) => {
    const cluster = await unit.clusters.create({
      ...{ name: `c-${newId()}`, kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    const asked = await unit.operations.enqueue({
      ...{ kind: "drill", title: message("step.waiting"), clusterId: cluster.id, input: request },
    });
    if (isRefusal(asked)) throw new Error(asked.message.text);
    return { id: asked.id, clusterId: cluster.id };
  });
}

function defineDrill(request: DrillRequest, day: DrillDay): OperationDefinition {
  return defineOperation<z.output<typeof input>, Step>({
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
    executors: executorsOf(request, day),
    finish: async () => null,
    settle: (context, asked, state) => drillOperation.settle(context, asked, state),
  });
}

function executorsOf(request: DrillRequest, day: DrillDay) {
  const execute = (code: Code) => async (context: StepContext, _input: object, signal: AbortSignal) => {
    if (code === "drill.watch") await store(context, request);
    await day[code]?.(context, signal);
    return { kind: "done" } as const;
  };
  // As the real ones: the plan of a stop depends on it.
  const plain = (code: Code, onCancel: "stops" | "completes") =>
    defineStep<Record<string, never>>({
      ...{ input: empty, timeoutMs: 30_000, onCancel, undo: { kind: "nothing" } },
      execute: execute(code),
    });
  return {
    "drill.watch": plain("drill.watch", "stops"),
    "drill.measure": plain("drill.measure", "stops"),
    "drill.heal": plain("drill.heal", "completes"),
    "drill.judge": plain("drill.judge", "completes"),
    "drill.fault": defineStep<Record<string, never>, object>({
      ...{ input: empty, timeoutMs: 30_000, onCancel: "completes" },
      undo: {
        kind: "recorded",
        record: empty,
        prepare: async () => ({}),
        undo: async (context, _input, _record, signal) => {
          await day.undo?.(context, signal);
        },
      },
      execute: execute("drill.fault"),
    }),
  };
}

async function store({ worker, operation }: StepContext, request: DrillRequest): Promise<void> {
  const { fault, endpoints, readEndpoints, objectiveMs } = request;
  await worker.db.transact(worker.actor, (unit) =>
    unit.drills.create({
      ...{ id: operation.id, seriesId: null, clusterId: operation.clusterId ?? "", requestedBy: "alice" },
      ...{ fault, endpoints: [...endpoints], readEndpoints: [...readEndpoints], objectiveMs },
      target: { memberId: newId(), name: "db1" },
      other: null,
      observer: { hostId: newId(), name: "app1" },
      startedAt: worker.now(),
    }),
  );
}
