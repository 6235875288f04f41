import { isRefusal, type Message, message, type PlacedDropIn } from "@primacy/contract";
import type { HostActionRecord, HostOperatorAnswer, PluginHost } from "@primacy/contract/agent";
import { HostOperatorOrder } from "@primacy/contract/agent";
import { ownDropInFile } from "@primacy/core/greatdb-ha";
import type { CapabilitiesStepInput } from "@primacy/core/plan";
import { newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentClients } from "../../agent-client/agent-client";
import { AgentFailure } from "../../agent-client/agent-failure";
import type { WorkerContext } from "../../context";
import type { StepContext, StepOutcome } from "../../operation/executor";
import { createTestWorker } from "../../testing/test-worker";
import { capabilitiesStep, capableStep, removeDropInsStep } from "./capability-steps";
import { keepPlaced } from "./placed-acts";

const { signal } = new AbortController();
const unit = "mysql.service";
const file = ownDropInFile(unit);
const start = { readsNone: false, file: null, extraFile: null, groupSuffix: "", options: [] };

let opened: TestDatabase;
let worker: WorkerContext;
let input: CapabilitiesStepInput;
/** The journal of the host, what its host operator did, and as what an act ends there; null: the host does not answer. */
let journal: Map<string, HostActionRecord>;
let done: string[];
let ends: HostActionRecord["state"] | null;
/** What the steps of the operation found out, and what it logged. */
let outputs: Omit<PlacedDropIn, "hostId">[];
let logged: Message[];
let server: PluginHost["server"];

beforeAll(async () => {
  opened = await openTestDatabase();
  input = await opened.database.transact(systemActor("test"), async (one) => {
    const hosts = await one.hosts.createMany([
      {
        ...{ name: "db1", address: "db1.example", sshPort: 22, sshUser: "root", agentPort: 7433 },
        credential: { kind: "password", password: "tall blue kettle" },
      },
    ]);
    const cluster = await one.clusters.create({
      ...{ name: "orders", kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(hosts) || isRefusal(cluster)) throw new Error("it is refused");
    const place = { hostId: hosts[0]?.id ?? "", hostName: "db1", memberId: newId(), unit, port: 3306 };
    return { clusterId: cluster.id, vipId: null, address: "10.77.0.100", previous: null, ...place };
  });
  const created = createTestWorker(opened.database, { agents });
  await created.consoleCertificates.load();
  worker = created;
});
afterAll(() => opened.close());
beforeEach(() => {
  [journal, done, ends, outputs, logged] = [new Map(), [], "acted", [], []];
  server = { pid: 7, hasNetAdmin: true, hasNetRaw: true, start };
});

const agents: AgentClients = {
  clientFor: (target) => ({
    target,
    call: async (name, body) => {
      if (ends === null) throw new AgentFailure("agent_unreachable", target, {});
      return JSON.parse(JSON.stringify(answer(name, body)));
    },
    readStream: () => Promise.resolve(),
  }),
};

function answer(name: string, body: unknown): object {
  const clock = { bootId: "b1", monotonicMs: 1_000 };
  if (name === "reportOperator") return { state: "running", clock, actions: [...journal.values()] };
  if (name === "observePlugin")
    return {
      serverCount: server === null ? 2 : 1,
      server,
      library: { kind: "missing" },
      files: [],
      folders: [],
    };
  if (name !== "orderOperator") throw new Error(`unexpected call ${name}`);
  const text = typeof body === "object" && body !== null && "order" in body ? body.order : null;
  if (typeof text !== "object" || text === null || !("text" in text)) throw new Error("no order");
  const { orderId, task } = HostOperatorOrder.parse(JSON.parse(String(text.text)));
  return carryOut(orderId, task);
}

function carryOut(orderId: string, task: HostOperatorOrder["task"]): HostOperatorAnswer {
  if (task.verb === "act")
    return { kind: "action", action: note(orderId, ends ?? "acted", task.action.kind) };
  if (task.verb !== "undo" && task.verb !== "keep") throw new Error(`unexpected order ${task.verb}`);
  done.push(task.verb);
  if (!journal.has(task.actionId)) return { kind: "refused", reasons: [message("operator.unknown_action")] };
  return { kind: "action", action: note(task.actionId, task.verb === "keep" ? "kept" : "undone") };
}

function note(actionId: string, state: HostActionRecord["state"], did?: string): HostActionRecord {
  const known = journal.get(actionId);
  // The same order tells what came of it.
  if (did !== undefined && known !== undefined) return known;
  if (did !== undefined) done.push(did);
  const record: HostActionRecord = {
    ...{ actionId, clusterId: input.clusterId, kind: "capabilities", target: file, state, bootId: "b1" },
    ...{ grantedTo: { who: "alice", operationId: null }, startedAt: "-", undoAtMs: 1, process: null },
    ...{ reason: state === "failed" ? message("operator.capabilities_unit", { unit }) : null },
    ...{ byHand: [], settle: "rm record" },
  };
  journal.set(actionId, record);
  return record;
}

const operation = { id: newId(), kind: "vip.apply", requestedBy: "alice", hostId: null } as const;

function contextOf(code: string): StepContext {
  return {
    worker,
    operation: { ...operation, clusterId: input.clusterId },
    ...{ signal, step: { ordinal: 0, code, attempt: 1 }, deadlineAt: new Date() },
    log: async (_level, told) => void logged.push(told),
    findSecret: async () => null,
    listOutputs: async (of, schema) =>
      of !== "plugin.capabilities"
        ? []
        : outputs.map((one) => ({ ordinal: 0, hostId: input.hostId, output: schema.parse(one) })),
    isCancelRequested: () => false,
    report: async () => undefined,
    waitFor: async () => undefined,
    letOthers: async () => undefined,
  };
}

const write = async (): Promise<StepOutcome> => {
  const outcome = await capabilitiesStep.execute(contextOf("plugin.capabilities"), input, signal, {});
  const [record] = journal.values();
  if (outcome.output !== undefined && record !== undefined) outputs = [{ actionId: record.actionId, file }];
  return outcome;
};
const undo = (): Promise<void> => capabilitiesStep.undo(contextOf("plugin.capabilities"), input, {}, signal);
const keep = (): Promise<Message | null> =>
  keepPlaced(contextOf("plugin.keep"), "capabilities", input, signal);

test("a drop-in is ordered once, also by the worker that comes next, kept, and undone by its act", async () => {
  const [first, again] = [await write(), await write()];
  expect([first.detail?.code, first.output]).toEqual(["detail.plugin_capabilities", { ...outputs[0] }]);
  expect(again).toEqual(first);
  expect((await keep())?.code).toBe("detail.plugin_file_kept");
  await undo();
  await undo();
  expect(done).toEqual(["capabilities", "keep", "undo"]);
});

test("one that was there already is not this operation's to keep", async () => {
  ends = "kept";
  expect(await write()).toEqual({
    kind: "done",
    detail: message("detail.plugin_capabilities_same", { file }),
  });
  expect(await keep()).toBe(null);
});

test("what the host operator could not do fails the step with its reason, and leaves nothing to undo", async () => {
  ends = "failed";
  await expect(write()).rejects.toMatchObject({
    code: "plugin_capabilities",
    explanation: { params: { host: "db1", "reason:": "operator.capabilities_unit" } },
  });
  await undo();
  expect(done).toEqual(["capabilities"]);
});

test("a restarted server that lacks one of the two fails the operation before its plugin is loaded", async () => {
  const look = (): Promise<StepOutcome> => capableStep.execute(contextOf("plugin.capable"), input, signal);
  expect((await look()).detail).toMatchObject({ code: "detail.plugin_capable", params: { pid: 7 } });
  server = { pid: 8, hasNetAdmin: true, hasNetRaw: false, start };
  await expect(look()).rejects.toMatchObject({ code: "plugin_capable" });
  server = null;
  await expect(look()).rejects.toMatchObject({ code: "plugin_capable_unseen" });
});

test("the removal deletes what the VIP brought, and where a host does not answer it says what stays and does not fail", async () => {
  await write();
  const dropIns = outputs.map((one) => ({ ...one, hostId: input.hostId, hostName: "db1" }));
  const remove = (): Promise<StepOutcome> =>
    removeDropInsStep.execute(contextOf("plugin.capabilities_remove"), { ...input, dropIns }, signal);
  ends = null;
  expect((await remove()).detail?.code).toBe("detail.plugin_capabilities_none");
  expect(logged.map(({ code, params }) => [code, params.file])).toEqual([["log.plugin_library_stays", file]]);
  ends = "acted";
  expect((await remove()).detail).toEqual(message("detail.plugin_capabilities_removed", { hosts: "db1" }));
  expect(done.at(-1)).toBe("undo");
});
