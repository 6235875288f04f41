import { once } from "node:events";
import type { DrillInput } from "@primacy/core/drill";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import type { AgentClient, AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { createAgentObserver } from "../observe/agent-observer";
import { DrillRecorder } from "./drill-recorder";
import { requireProbe } from "./watch-step";

const observer = { hostId: "h4", hostName: "app1", address: "10.0.0.31", port: 7433 };
const member = {
  memberId: "m1",
  serverUuid: "20000000-0000-4000-8000-000000000001",
  name: "db1",
  address: "10.0.0.11",
  port: 3306,
  hostId: "h1",
};
const input: DrillInput = {
  drillId: "d1",
  clusterId: "c1",
  fault: { kind: "kill_mysqld", restarts: false },
  primary: member,
  target: { ...member, service: "mysql" },
  other: null,
  proxy: null,
  consoleAddress: null,
  observer: { hostId: observer.hostId, name: observer.hostName },
  ways: [],
  readWays: [],
  objectiveMs: 30_000,
  waitMs: 60_000,
};

let recorder: DrillRecorder | null = null;
afterEach(() => recorder?.stop());

/** A stream of which nothing comes: it is tried again until nobody wants it. */
const readStream: AgentClient["readStream"] = async ({ signal }) => {
  if (!signal.aborted) await once(signal, "abort");
};

/** Records with an observing host that fails each question in this way. */
function record(code: "agent_unreachable" | "agent_refused", silentLimitMs: number): DrillRecorder {
  const call = async (): Promise<never> => {
    throw new AgentFailure(code, observer, {});
  };
  const agents: AgentClients = { clientFor: (target) => ({ target, call, readStream }) };
  const log = pino({ level: "silent" });
  recorder = new DrillRecorder({
    worker: { agents, log, observer: createAgentObserver({ agents, log }) },
    input,
    hosts: [],
    observer,
    proxyHost: null,
    proxies: [],
    forecast: {
      estimate: null,
      wayEstimates: [],
      group: null,
      system: { primacyVersion: "1.0.0", servers: [], timings: {} },
    },
    silentLimitMs,
  });
  return recorder;
}

const codeOf = ({ lostProbe }: DrillRecorder): unknown => lostProbe?.code ?? null;

test("clients whose host is silent are lost after the limit, and not before", async () => {
  const begunMs = performance.now();
  const silent = record("agent_unreachable", 600);
  await expect.poll(() => codeOf(silent), { timeout: 30_000 }).toBe("failure.agent_unreachable");
  expect(performance.now() - begunMs).toBeGreaterThan(600);
  expect(() => requireProbe(silent, "app1")).toThrow("app1 plays the clients no more");
});

test("clients whose end was asked for are not asked for any more, although nobody answered", async () => {
  const silent = record("agent_unreachable", 600);
  const begunMs = performance.now();
  await expect(silent.endProbe(AbortSignal.timeout(30_000))).rejects.toThrow();
  expect(silent.askedMs).toBeLessThanOrEqual(performance.now());
  await expect.poll(() => performance.now() - begunMs, { timeout: 30_000 }).toBeGreaterThan(1_200);
  expect(codeOf(silent)).toBeNull();
  expect(silent.askedMs - begunMs).toBeLessThan(600);
});

test("rows are read once, of a fault that took effect and before its heal", () => {
  const ledger = { server: "db1", isPrimary: true, rows: [] };
  const fault = { actedMs: 1, seenMs: 2, seen: [] };
  const unread = record("agent_unreachable", 3_600_000);
  expect(unread.isReadingDue).toBe(false);
  unread.noteOwnFault(fault);
  expect(unread.isReadingDue).toBe(true);
  unread.noteLedgers([ledger], 5);
  expect(unread.isReadingDue).toBe(false);
});

test("rows are not read any more once the heal has begun", () => {
  const healed = record("agent_unreachable", 3_600_000);
  healed.noteOwnFault({ actedMs: 1, seenMs: 2, seen: [] });
  healed.beginHeal();
  expect(healed.isReadingDue).toBe(false);
});

test("clients of which their host knows nothing any more are lost at once", async () => {
  const restarted = record("agent_refused", 3_600_000);
  await expect.poll(() => codeOf(restarted), { timeout: 30_000 }).toBe("failure.agent_refused");
});
