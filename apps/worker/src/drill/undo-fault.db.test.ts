import { randomUUID } from "node:crypto";
import { isRefusal, message } from "@primacy/contract";
import type { HostActionRecord, HostOperatorReport } from "@primacy/contract/agent";
import type { DrillInput } from "@primacy/core/drill";
import { newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { createTestWorker } from "../testing/test-worker";
import { faultOf } from "./fault-session";
import { undoFault } from "./undo-fault";

let opened: TestDatabase;
let input: DrillInput;
beforeAll(async () => {
  opened = await openTestDatabase();
  const [clusterId, hostId] = await opened.database.transact(systemActor("test"), async (unit) => {
    const hosts = await unit.hosts.createMany([
      {
        ...{ name: "db1", address: "db1.example", sshPort: 22, sshUser: "root", agentPort: 7433 },
        credential: { kind: "password", password: "tall blue kettle" },
      },
    ]);
    const cluster = await unit.clusters.create({
      ...{ name: "orders", kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(hosts) || isRefusal(cluster)) throw new Error("it is refused");
    return [cluster.id, hosts[0]?.id ?? ""] as const;
  });
  const member = { memberId: "m1", serverUuid: randomUUID(), name: "db1", address: "10.0.0.11", port: 3306 };
  input = {
    ...{ drillId: newId(), clusterId, fault: { kind: "freeze_mysqld" }, primary: { ...member, hostId } },
    ...{ target: { ...member, hostId, service: null }, other: null, proxy: null },
    ...{ consoleAddress: null, ways: [], readWays: [] },
    ...{ observer: { hostId: "h4", name: "app1" }, objectiveMs: 30_000, waitMs: 60_000 },
  };
});
afterAll(() => opened.close());

type Word = "unreachable" | HostOperatorReport["state"];

/** Heals where the host says these one after the other, and tells of this act in the end. */
async function undo(
  words: readonly Word[],
  record: Pick<HostActionRecord, "state" | "reason">,
  bootId = "b1",
) {
  const left = [...words];
  const act: HostActionRecord = {
    ...{ actionId: faultOf(input), clusterId: input.clusterId, kind: "fault", target: "port 3306" },
    ...{ grantedTo: { who: "alice", operationId: null }, bootId, undoAtMs: 1, process: null },
    ...{ startedAt: new Date().toISOString(), byHand: [], settle: "rm record", ...record },
  };
  const report = (): HostOperatorReport => {
    const clock = { bootId: "b2", monotonicMs: 1_000 };
    const state = left.shift() ?? "running";
    if (state === "unreachable") throw new AgentFailure("agent_unreachable", target, {});
    if (state !== "running") return { state, clock: null, actions: [] };
    return { state, clock, actions: [act] };
  };
  const target = { hostId: input.target.hostId, hostName: "db1", address: "10.0.0.11", port: 7433 };
  const agents: AgentClients = {
    clientFor: (of) => ({
      target: of,
      call: async (name) => {
        const ordered = { state: "undone", reason: message("operator.ordered") };
        const undone = { kind: "action", action: { ...act, ...ordered } };
        if (name !== "reportOperator" && name !== "orderOperator") throw new Error(`unexpected call ${name}`);
        return JSON.parse(JSON.stringify(name === "reportOperator" ? report() : undone));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  const worker = createTestWorker(opened.database, { agents });
  await worker.consoleCertificates.load();
  const operation = { id: newId(), kind: "drill", requestedBy: "alice", hostId: null } as const;
  const { clusterId } = input;
  const signal = AbortSignal.timeout(60_000);
  const { action, wasOver } = await undoFault(
    { worker, operation: { ...operation, clusterId } },
    input,
    signal,
  );
  return { code: action?.reason?.code, wasOver, unsaid: left.length };
}

test("a host that boots, and whose host operator is not there yet, is asked until it says that the boot ended the fault", async () => {
  const booted = { state: "undone", reason: message("operator.boot") } as const;
  expect(await undo(["unreachable", "unreachable", "silent", "running"], booted)).toEqual({
    ...{ code: "operator.boot", wasOver: true, unsaid: 0 },
  });
});

test("a fault that its host has from an earlier boot was over before the heal, although the host has not noted it", async () => {
  const unasked = { state: "acted", reason: null } as const;
  expect(await undo([], unasked)).toEqual({ code: "operator.boot", wasOver: true, unsaid: 0 });
  expect(await undo([], unasked, "b2")).toEqual({ code: "operator.ordered", wasOver: false, unsaid: 0 });
});

test("a host whose host operator is off is not waited for", async () => {
  const unasked = { state: "acted", reason: null } as const;
  await expect(undo(["off"], unasked)).rejects.toMatchObject({ code: "host_operator" });
});
