import { readFile } from "node:fs/promises";
import {
  DrillCheck,
  type DrillDetail,
  type DrillFault,
  type DrillRequest,
  type Host,
  isRefusal,
  type Operation,
} from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { systemActor } from "@primacy/db";
import { databaseNames, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { describe as describeOperation } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const actor = systemActor("test");
const endLimitMs = 600_000;

let here: SharedCluster;
let address = "";
let observer: Host;

beforeAll(async () => {
  here = await shareCluster();
  address = (await here.applyVip(here.clusterId)).address;
  await runRootSql(here.lab.host("db1"), "DELETE FROM primacy.verify");
  for (const name of databaseNames)
    expect(describeOperation(await here.run("operator.enable", here.hostNamed(name)))).toMatchObject({
      state: "succeeded",
    });
  // A host without a member: its loss is no other fault to the group.
  const client = here.lab.host("app1");
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  const hosts = await here.opened.database.hosts.listAll();
  observer =
    hosts.find((host) => host.address === client.address) ??
    (await here.addHost(client, { user: "root", credential: { kind: "key", privateKey } }));
  expect(describeOperation(await here.run("agent.install", observer))).toMatchObject({ state: "succeeded" });
  await allow(true);
}, 400_000);
/** The next one begins with the primary where it was, and the address beside it. */
afterEach(() => here.lab.resetGroup(), 300_000);
beforeEach(async () => {
  await waitFor(
    "nothing to stand against a drill",
    async () => {
      const { result } = await here.perform("drill.check", here.clusterId, ask());
      return DrillCheck.parse(result).report.hasFailures ? undefined : true;
    },
    { timeoutMs: 120_000, intervalMs: 500 },
  );
}, 180_000);
afterAll(async () => {
  await allow(false);
  for (const name of databaseNames) await here.run("operator.disable", here.hostNamed(name));
  await here.run("agent.remove", observer);
  await here.opened.database.transact(actor, async (unit) => {
    await unit.agents.remove(observer.id);
    await unit.hosts.remove(observer.id);
  });
  await here.giveBack();
}, 400_000);

async function allow(allowsDrills: boolean): Promise<void> {
  await here.opened.database.transact(actor, (unit) =>
    unit.clusters.change(here.clusterId, null, { allowsDrills }),
  );
}

function ask(fault: DrillFault = { kind: "kill_mysqld", restarts: false }): DrillRequest {
  return {
    fault,
    endpoints: [{ address, port: 3306 }],
    observerHostId: observer.id,
    objectiveMs: 60_000,
  };
}

/** Orders a drill, and does something as soon as its fault is made; the drill once it has ended, with its operation. */
async function play(
  onFault: () => Promise<unknown>,
  fault?: DrillFault,
): Promise<{ readonly drill: DrillDetail; readonly operation: Operation }> {
  const asked = await here.request("drill", here.clusterId, ask(fault));
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await waitFor(
    "the fault to be made",
    async () => {
      const { steps, problem } = await here.opened.database.operations.get(asked.id);
      if (problem !== null) throw new Error(JSON.stringify(problem));
      return steps.find(({ code }) => code === "drill.fault")?.state === "done" ? true : undefined;
    },
    { timeoutMs: 120_000, intervalMs: 50 },
  );
  await onFault();
  const operation = await here.ended(asked.id, endLimitMs);
  const drill = await here.opened.database.drills.find(asked.id);
  if (drill === null) throw new Error("the drill is not there");
  return { drill, operation };
}

const told = ({ drill, operation }: Awaited<ReturnType<typeof play>>): string =>
  JSON.stringify({ verdict: drill.verdict, operation: describeOperation(operation) });

async function expectWhole(): Promise<void> {
  const online =
    "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";
  expect(joinRows(await runRootSql(here.lab.host("db2"), online))).toBe("3");
  await here.proveWrite(address);
}

const show = async (...argv: readonly string[]): Promise<string> =>
  (await here.lab.host("db1").tryExec(argv, { timeoutMs: 60_000 })).stdout;

test("the host operator is killed while its fault acts: the next one heals it, and the drill is judged", async () => {
  const played = await play(async () => {
    const pid = Number(await show("cat", `${installLayout.runFolder}/operator.child`));
    await here.lab.fault.killProcess("db1", pid);
  });
  expect(played.drill, told(played)).toMatchObject({ heal: "healed", verdict: { kind: "passed" } });
  expect(await show("pgrep", "-f", "operator heal")).toBe("");
  await expectWhole();
}, 900_000);

test("the host is rebooted before its heal: that ends the fault, so that nothing is said to be tested", async () => {
  const played = await play(
    async () => {
      await here.lab.fault.powerOff("db1");
      await here.lab.fault.powerOn("db1");
    },
    { kind: "freeze_mysqld" },
  );
  expect(played.drill, told(played)).toMatchObject({ heal: "healed", verdict: { kind: "not_tested" } });
  await expectWhole();
}, 900_000);

test("the observing host is lost in the midst: the drill is broken off, and healed", async () => {
  const beganMs = performance.now();
  const played = await play(() => here.lab.fault.isolate("app1"));
  expect(played.drill, told(played)).toMatchObject({ heal: "healed", verdict: { kind: "broken_off" } });
  // Not after the longest wait for writes, with the fault in force.
  expect(played.operation.steps.find(({ code }) => code === "drill.measure")?.state).toBe("failed");
  expect(performance.now() - beganMs).toBeLessThan(300_000);
  await here.lab.fault.heal();
  await expectWhole();
}, 900_000);

test("the host refuses the heal: the drill is not healed, its host says how root heals it, and does itself once it can", async () => {
  const script = "/etc/init.d/mysql";
  const played = await play(() => show("mv", script, `${script}.aside`));
  expect(played.drill, told(played)).toMatchObject({ heal: "unhealed", verdict: { kind: "broken_off" } });
  expect(played.operation.state).toBe("failed");
  const failed = async (): Promise<readonly string[]> => {
    const { operator } = await here
      .agentOf(here.hostNamed("db1"))
      .call("hello", undefined, { signal: AbortSignal.timeout(10_000) });
    return operator?.failedUndos.flatMap(({ byHand }) => byHand) ?? [];
  };
  expect(await failed()).toEqual(["service mysql start"]);
  await show("mv", `${script}.aside`, script);
  await expect.poll(failed, { timeout: 120_000 }).toEqual([]);
  await expect.poll(() => show("pgrep", "-x", "mysqld"), { timeout: 60_000 }).not.toBe("");
}, 900_000);
