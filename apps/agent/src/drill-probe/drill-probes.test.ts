import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { type ProbeSample, probeOutstanding } from "@primacy/contract";
import { ProbeOrder, type ProbeReport } from "@primacy/contract/agent";
import { isAlive } from "@primacy/host-acts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Log, silentLog } from "../log/log";
import { agentProgram } from "../testing/agent-program";
import { findFreePort } from "../testing/free-port";
import { createTestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { DrillProbes } from "./drill-probes";

const limitMs = 60_000;
const password = "Geheim-77";

let probes: DrillProbes;
const servers: Server[] = [];
const command = (): readonly string[] => agentProgram("probe");

beforeEach(() => {
  probes = new DrillProbes({ log: silentLog, command });
});
afterEach(() => {
  probes.end();
  for (const server of servers.splice(0)) server.close();
});

async function orderOf(ports: readonly number[], change: Partial<ProbeOrder> = {}): Promise<ProbeOrder> {
  const { caPem } = await createTestAuthority();
  return ProbeOrder.parse({
    probeId: randomUUID(),
    clients: ports.map((port) => ({ endpoint: { address: "127.0.0.1", port }, run: randomUUID() })),
    authorities: [caPem],
    user: "primacy_verify",
    password,
    forMs: 600_000,
    ...change,
  });
}

/** Takes connections, and never says a word. */
async function listenSilently(): Promise<{ readonly port: number; readonly heard: () => string }> {
  let heard = "";
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      heard += data.toString("latin1");
    });
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, heard: () => heard };
}

const read = (probeId: string, after = 0, stop = false): Promise<ProbeReport> =>
  probes.read({ probeId, after, stop });
const awaitSamples = (probeId: string, isThere: (samples: readonly ProbeSample[]) => boolean) =>
  waitFor("the clients to have met that", limitMs, async () => {
    const report = await read(probeId);
    return isThere(report.samples) ? report : null;
  });
const ofLane = <L extends ProbeSample["lane"]>(samples: readonly ProbeSample[], lane: L) =>
  samples.filter((one): one is Extract<ProbeSample, { lane: L }> => one.lane === lane);

test("at a closed port every attempt is made when it is due and is refused, in each lane, and nothing was sent", async () => {
  const order = await orderOf([await findFreePort()]);
  expect(probes.start(order)).toMatchObject({ state: "running", reason: null, samples: [], hasMore: false });
  await awaitSamples(order.probeId, (samples) => ofLane(samples, "login").length > 3);
  const { state, samples, next, hasMore } = await read(order.probeId, 0, true);
  expect([state, next, hasMore]).toEqual(["ended", samples.length, false]);
  // A client that a busy machine has stand still finds no place for all that was due meanwhile.
  const met = samples.filter(({ error }) => error !== "NO_FREE_SLOT");
  expect(new Set(met.map(({ error }) => error))).toEqual(new Set(["ECONNREFUSED"]));
  expect(samples.every(({ serverUuid, endpoint }) => serverUuid === null && endpoint === 0)).toBe(true);
  expect(ofLane(samples, "write").some(({ isSent }) => isSent)).toBe(false);
  for (const [lane, everyMs] of [
    ["write", 20],
    ["read", 100],
    ["login", 250],
  ] as const) {
    const lanes = ofLane(samples, lane).sort((one, other) => one.seq - other.seq);
    const [first] = lanes;
    expect(lanes.map(({ seq }) => seq)).toEqual(lanes.map((_, index) => index));
    for (const { seq, dueMs, startedMs, endedMs } of lanes) {
      expect(dueMs).toBeCloseTo((first?.dueMs ?? 0) + seq * everyMs, 3);
      expect(startedMs).toBeGreaterThanOrEqual(dueMs);
      expect(endedMs).toBeGreaterThanOrEqual(startedMs);
    }
  }
});

test("where nobody greets, no more than eight writes are under way, those beyond are not sent, and nobody is told anything", async () => {
  const { port, heard } = await listenSilently();
  const order = await orderOf([port]);
  probes.start(order);
  await awaitSamples(order.probeId, (samples) =>
    samples.some(({ lane, error }) => lane === "login" && error === "ATTEMPT_TIMEOUT"),
  );
  const { samples } = await read(order.probeId, 0, true);
  const writes = ofLane(samples, "write");
  const sent = writes.filter(({ error }) => error !== "NO_FREE_SLOT");
  const most = Math.max(
    ...sent.map(
      (one) =>
        sent.filter((other) => other.startedMs <= one.startedMs && one.startedMs < other.endedMs).length,
    ),
  );
  expect(most).toBe(probeOutstanding);
  expect(writes.some(({ error }) => error === "NO_FREE_SLOT")).toBe(true);
  expect(new Set(sent.map(({ error }) => error))).toEqual(new Set(["ATTEMPT_TIMEOUT"]));
  expect(writes.some(({ isSent }) => isSent)).toBe(false);
  expect(heard()).toBe("");
});

test("an order that comes again changes nothing, another one waits until the first has ended, and each is told from where it was read", async () => {
  const port = await findFreePort();
  const [order, other] = [await orderOf([port, port]), await orderOf([port])];
  probes.start(order);
  await awaitSamples(order.probeId, (samples) => samples.some(({ endpoint }) => endpoint === 1));
  expect(probes.start(order)).toMatchObject({ state: "running", samples: expect.anything() });
  const running = [expect.objectContaining({ code: "refusal.probe_running" })];
  expect(() => probes.start(other)).toThrow(
    expect.objectContaining({ code: "order_refused", details: running }),
  );
  await expect(read(other.probeId)).rejects.toMatchObject({
    code: "not_found",
    details: [{ code: "refusal.probe_unknown" }],
  });
  const { samples, next } = await read(order.probeId, 0, true);
  expect(await read(order.probeId, 3)).toMatchObject({ state: "ended", samples: samples.slice(3), next });
  expect(await read(order.probeId, next)).toMatchObject({ samples: [], next, hasMore: false });
  expect(probes.start(other)).toMatchObject({ state: "running" });
  await expect(read(order.probeId)).rejects.toMatchObject({ code: "not_found" });
});

test("clients end by themselves when their time is over, and are forgotten a while after that", async () => {
  const order = await orderOf([await findFreePort()], { forMs: 1_000 });
  probes.start(order);
  await waitFor("their end", limitMs, async () => (await read(order.probeId)).state === "ended");
  // They are kept for so short a while that on a busy machine nobody would see them end.
  probes = new DrillProbes({ log: silentLog, command, keptMs: 1 });
  probes.start(order);
  await waitFor("them to be forgotten", limitMs, () =>
    read(order.probeId).then(
      () => false,
      () => true,
    ),
  );
});

test("clients of which nobody asks any more end, and keep nobody from the next drill", async () => {
  probes = new DrillProbes({ log: silentLog, command, unaskedMs: 2_000 });
  const port = await findFreePort();
  const [order, other] = [await orderOf([port]), await orderOf([port])];
  probes.start(order);
  const askUntilMs = performance.now() + 3_000;
  await waitFor("three seconds of questions", limitMs, async () => {
    expect((await read(order.probeId)).state).toBe("running");
    return performance.now() > askUntilMs;
  });
  // The order of another drill is no question after this one.
  await waitFor("the next one to begin", limitMs, () => {
    try {
      return probes.start(other).state === "running";
    } catch {
      return false;
    }
  });
});

test("a process that ends before its time is lost, with what it said, and the password stands on no command line", async () => {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, info: (text, facts) => logged.push(text, facts) };
  const said = "process.stderr.write('no memory'); process.stdin.once('data', () => process.exit(9))";
  probes = new DrillProbes({ log, command: () => [process.execPath, "-e", said] });
  const order = await orderOf([await findFreePort()]);
  probes.start(order);
  const report = await waitFor("its end", limitMs, async () => {
    const told = await read(order.probeId);
    return told.state === "running" ? null : told;
  });
  expect(report).toMatchObject({ state: "lost", reason: { code: "probe.ended_said" }, samples: [] });
  expect(report.reason?.text).toBe("its process ended (exit code 9): no memory");
  expect(JSON.stringify(logged)).not.toContain(password);
  probes = new DrillProbes({ log, command: () => ["/nowhere/node"] });
  probes.start(order);
  await waitFor("that it is lost", limitMs, async () => (await read(order.probeId)).state === "lost");
});

test("the process ends with the agent that started it", async () => {
  const [program, ...args] = agentProgram("probe");
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${JSON.stringify(await orderOf([await findFreePort()]))}\n`);
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stdin.destroy();
  await once(child, "close");
  expect(await isAlive(child.pid ?? 0)).toBe(false);
});
