import { readFile } from "node:fs/promises";
import type { DrillFault, Host } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { systemActor } from "@primacy/db";
import { runRootSql } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type DrillLab, type PlayedDrill, shareDrillLab, stepOf } from "../testing/drill-lab";
import { describe as describeOperation } from "../testing/lab-cluster";

let lab: DrillLab;
let observer: Host;
/** The clients are played on a host without a member: its loss is no other fault to the group. */
const ask = (fault: DrillFault = { kind: "kill_mysqld", restarts: false }) =>
  lab.ask({ fault, observerHostId: observer.id });

beforeAll(async () => {
  lab = await shareDrillLab();
  const { here } = lab;
  await runRootSql(here.lab.host("db1"), "DELETE FROM primacy.verify");
  const client = here.lab.host("app1");
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  const hosts = await here.opened.database.hosts.listAll();
  observer =
    hosts.find((host) => host.address === client.address) ??
    (await here.addHost(client, { user: "root", credential: { kind: "key", privateKey } }));
  expect(describeOperation(await here.run("agent.install", observer))).toMatchObject({ state: "succeeded" });
}, 400_000);
/** The next one begins with the primary where it was, and the address beside it. */
afterEach(() => lab.here.lab.resetGroup(), 300_000);
beforeEach(() => lab.awaitReady(ask()));
afterAll(async () => {
  const { here } = lab;
  await here.run("agent.remove", observer);
  await here.opened.database.transact(systemActor("test"), async (unit) => {
    await unit.agents.remove(observer.id);
    await unit.hosts.remove(observer.id);
  });
  await lab.close();
}, 400_000);

/** Orders a drill, and does something as soon as its fault is made; the drill once it has ended. */
async function play(onFault: () => Promise<unknown>, fault?: DrillFault): Promise<PlayedDrill> {
  const id = await lab.begin(ask(fault));
  await onFault();
  return lab.ended(id);
}

async function expectWhole(): Promise<void> {
  expect(await lab.countOnline("db2")).toBe(3);
  await lab.here.proveWrite(lab.address);
}

const show = async (...argv: readonly string[]): Promise<string> =>
  (await lab.here.lab.host("db1").tryExec(argv, { timeoutMs: 60_000 })).stdout;

test("the host operator is killed while its fault acts: the next one heals it, and the drill is judged", async () => {
  const played = await play(async () => {
    const pid = Number(await show("cat", `${installLayout.runFolder}/operator.child`));
    await lab.here.lab.fault.killProcess("db1", pid);
  });
  expect(played.drill, played.told).toMatchObject({ heal: "healed", verdict: { kind: "passed" } });
  expect(await show("pgrep", "-f", "operator heal")).toBe("");
  await expectWhole();
}, 900_000);

test("the host is rebooted before its heal: that ends the fault, so that nothing is said to be tested", async () => {
  const played = await play(
    async () => {
      await lab.here.lab.fault.powerOff("db1");
      await lab.here.lab.fault.powerOn("db1");
    },
    { kind: "freeze_mysqld" },
  );
  expect(played.drill, played.told).toMatchObject({ heal: "healed", verdict: { kind: "not_tested" } });
  await expectWhole();
}, 900_000);

test("the observing host is lost in the midst: the drill is broken off, and healed", async () => {
  const beganMs = performance.now();
  const played = await play(() => lab.here.lab.fault.isolate("app1"));
  expect(played.drill, played.told).toMatchObject({ heal: "healed", verdict: { kind: "broken_off" } });
  // Not after the longest wait for writes, with the fault in force.
  expect(stepOf(played.operation, "drill.measure")?.state).toBe("failed");
  expect(performance.now() - beganMs).toBeLessThan(300_000);
  await lab.here.lab.fault.heal();
  await expectWhole();
}, 900_000);

test("the host refuses the heal: the drill is not healed, its host says how root heals it, and does itself once it can", async () => {
  const script = "/etc/init.d/mysql";
  const played = await play(() => show("mv", script, `${script}.aside`));
  expect(played.drill, played.told).toMatchObject({ heal: "unhealed", verdict: { kind: "broken_off" } });
  expect(played.operation.state).toBe("failed");
  const failed = async (): Promise<readonly string[]> => {
    const { operator } = await lab.here
      .agentOf(lab.here.hostNamed("db1"))
      .call("hello", undefined, { signal: AbortSignal.timeout(10_000) });
    return operator?.failedUndos.flatMap(({ byHand }) => byHand) ?? [];
  };
  expect(await failed()).toEqual(["service mysql start"]);
  await show("mv", `${script}.aside`, script);
  await expect.poll(failed, { timeout: 120_000 }).toEqual([]);
  await expect.poll(() => show("pgrep", "-x", "mysqld"), { timeout: 60_000 }).not.toBe("");
}, 900_000);
