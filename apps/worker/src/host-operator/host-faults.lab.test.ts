import { randomUUID } from "node:crypto";
import type { HostActionRecord, HostFault } from "@primacy/contract/agent";
import { agentCommands, installLayout } from "@primacy/contract/agent";
import { isLongRun, joinRows, type LabHost, runRootSql } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agentOf } from "../cluster-record/load-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";
import { OperatorSession } from "./operator-session";

const hourMs = 3_600_000;
const patience = { timeout: 60_000, interval: 100 };
const never = (): AbortSignal => AbortSignal.timeout(300_000);

let here: SharedCluster;
let machine: LabHost;
let session: OperatorSession;

beforeAll(async () => {
  here = await shareCluster();
  machine = here.lab.host("db3");
  await machine.exec([...agentCommands.enableOperator], { timeoutMs: 60_000 });
});
afterAll(async () => {
  await machine.exec([...agentCommands.disableOperator], { timeoutMs: 120_000 });
  await here.giveBack();
});
beforeEach(async () => {
  const host = here.hostNamed("db3");
  const { epoch } = await here.opened.database.clusters.get(here.clusterId);
  const grantedTo = { who: "ada", operationId: null };
  const scope = { clusterId: here.clusterId, epoch, grantedTo, kinds: ["fault"], forMs: hourMs } as const;
  // An agent that was hit in the test before is back as soon as its new one answers.
  const open = (): Promise<OperatorSession> =>
    OperatorSession.open(here.worker, agentOf(host, null), scope, never());
  await expect.poll(async () => (session = await open()), patience).toBeDefined();
});

/** The answer travels by the agent that is hit: it is asked for again by its id until somebody brings it. */
async function hit(fault: HostFault, undoAfterMs = hourMs): Promise<HostActionRecord> {
  const actionId = randomUUID();
  const ask = (): Promise<HostActionRecord | null> =>
    session.act({ kind: "fault", fault }, { undoAfterMs, actionId }, never()).catch(() => null);
  let answer = await ask();
  await expect.poll(async () => (answer ??= await ask()), patience).not.toBeNull();
  if (answer === null) throw new Error("nobody brought the answer");
  return answer;
}

const codesOf = ({ evidence }: HostActionRecord): unknown => evidence?.seen.map(({ code }) => code);
const pidOf = async (): Promise<string> =>
  (await machine.tryExec(["cat", `${installLayout.runFolder}/agent.pid`])).stdout.trim();
const operatorOf = async (): Promise<string> =>
  (await machine.exec(["cat", `${installLayout.runFolder}/operator.child`])).stdout.trim();

test("the agent is killed and started again, and the host operator lives on and tells of it by the new one", async () => {
  const [agent, operator] = [await pidOf(), await operatorOf()];
  const killed = await hit({ name: "kill_agent" });
  expect(killed).toMatchObject({ state: "acted", kind: "fault", target: "primacy-agent" });
  expect(killed.evidence?.seen[0]).toMatchObject({
    code: "operator.seen_gone",
    params: { pid: Number(agent) },
  });
  expect(await pidOf()).not.toBe(agent);
  expect(await session.undo(killed.actionId, never())).toMatchObject({ state: "undone" });
  expect(await operatorOf()).toBe(operator);
});

test("the agent is frozen until its watchdog kills it; the new one brings the record, and the deadline heals nothing more", async () => {
  const frozen = await hit({ name: "freeze_agent" }, 10_000);
  expect(codesOf(frozen)).toEqual(["operator.seen_frozen", "operator.seen_watchdog"]);
  const afterMs = Number(frozen.evidence?.seen[1]?.params.afterMs);
  expect(afterMs).toBeGreaterThan(1_000);
  const find = async (): Promise<string | undefined> =>
    (await session.report(never())).actions.find(({ actionId }) => actionId === frozen.actionId)?.state;
  await expect.poll(find, patience).toBe("undone");
});

test("a database is frozen with all of its threads and goes on; stopped with its service, it is started again", async () => {
  const ask = (): Promise<string> => runRootSql(machine, "SELECT 1").then(joinRows, () => "");
  const frozen = await hit({ name: "freeze_server", port: 3306 });
  expect(codesOf(frozen)).toEqual(["operator.seen_frozen"]);
  expect(Number(frozen.evidence?.seen[0]?.params.count)).toBeGreaterThan(20);
  expect(await session.undo(frozen.actionId, never())).toMatchObject({ state: "undone" });
  await expect.poll(ask, patience).toBe("1");
  const stopped = await hit({ name: "stop_server", service: "mysql", port: 3306 });
  expect([stopped.state, codesOf(stopped)]).toEqual([
    "acted",
    ["operator.seen_gone", "operator.seen_silent"],
  ]);
  expect(await session.undo(stopped.actionId, never())).toMatchObject({ state: "undone" });
  await expect.poll(ask, patience).toBe("1");
});

test("a host that is cut off from all but its console is healed by order, over the connection that was open", async () => {
  const spares = [here.lab.names.gateway];
  const cut = await hit({ name: "cut", peers: null, spares, drops: "both" });
  expect(cut).toMatchObject({ state: "acted", target: "network" });
  // The members of its group write to it all the time.
  expect(codesOf(cut)).toEqual([
    "operator.seen_cut",
    "operator.seen_dropped_in",
    "operator.seen_dropped_out",
  ]);
  const reach = ["arping", "-f", "-c", "1", "-w", "1", "-I", "eth0", machine.address];
  expect((await here.lab.host("db1").tryExec(reach)).exitCode).not.toBe(0);
  expect(await session.undo(cut.actionId, never())).toMatchObject({ state: "undone" });
  // An answer that a busy machine did not read within the second is no silence.
  await expect.poll(async () => (await here.lab.host("db1").tryExec(reach)).exitCode, patience).toBe(0);
});

if (isLongRun)
  test("the processors of a host are kept busy, and free again by order", async () => {
    const busy = await hit({ name: "busy_processors", perProcessor: 2 });
    expect(busy).toMatchObject({ state: "acted", target: "processors" });
    expect(codesOf(busy)).toEqual(["operator.seen_busy", "operator.seen_used"]);
    const count = async (): Promise<number> =>
      (await machine.listProcesses()).filter(({ name, state }) => name === "primacy-busy" && state !== "Z")
        .length;
    await expect.poll(count, patience).toBe(Number(busy.evidence?.seen[0]?.params.count));
    expect(await session.undo(busy.actionId, never())).toMatchObject({ state: "undone" });
    await expect.poll(count, patience).toBe(0);
  });
