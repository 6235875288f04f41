import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CheckedPlan, type Operation, RecoveryCheck, RecoveryResult } from "@primacy/contract";
import { fenceNamespace, installLayout } from "@primacy/contract/agent";
import {
  type AddressWatch,
  type DatabaseName,
  joinRows,
  makeOperatorKey,
  type OperatorKey,
  runRootSql,
  waitFor,
} from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";

type Name = "db1" | "db2";
const names: readonly Name[] = ["db1", "db2"];
let lab: LabCluster;
let clusterId = "";
let folder = "";
let ann: OperatorKey;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "two-members-"));
  ann = makeOperatorKey(folder, "ann@office");
  lab = await startLabCluster();
  await lab.lab.resetGroup();
  // The third server of the lab is in no group, and read-only, until the end.
  await sql("db3", "STOP GROUP_REPLICATION");
  clusterId = await lab.register();
});
afterAll(async () => {
  await lab?.lab.fault.heal();
  await lab?.lab.resetGroup();
  await lab?.close();
  rmSync(folder, { recursive: true });
});

async function memberOn(name: Name): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  const member = members.find((one) => one.hostId === lab.hostNamed(name).id);
  if (member === undefined) throw new Error(`no member on ${name}`);
  return member.id;
}

async function sql(name: DatabaseName, text: string): Promise<string> {
  return joinRows(await runRootSql(lab.lab.host(name), text, { timeoutMs: 60_000 }));
}

const group = "performance_schema.replication_group_members";
const selfSql = `SELECT MEMBER_STATE, MEMBER_ROLE FROM ${group} WHERE MEMBER_ID = @@server_uuid`;
const onlineSql = `SELECT COUNT(*) FROM ${group} WHERE MEMBER_STATE = 'ONLINE'`;
/** What a recovery sets must not stay. */
const leftSql =
  "SELECT @@global.group_replication_bootstrap_group, @@global.group_replication_force_members, @@global.offline_mode";

async function check(name: Name): Promise<RecoveryCheck> {
  const operation = await lab.perform("recovery.check", clusterId, { memberId: await memberOn(name) });
  expect(told(operation)).toMatchObject({ state: "succeeded" });
  return RecoveryCheck.parse(operation.result);
}

async function recover(
  name: Name,
  order: { readonly text: string; readonly signature: string } | null = null,
): Promise<Operation> {
  const { user, password } = lab.lab.credentials.admin;
  return lab.perform("recovery", clusterId, { memberId: await memberOn(name), order, user }, { password });
}

function results({ report }: RecoveryCheck): string[] {
  return report.checks.map(
    (one) => `${one.hostName?.slice(0, 3) ?? "-"} ${one.evidence.code.slice("check.recovery_".length)}`,
  );
}

async function holders(): Promise<readonly string[]> {
  return lab.lab.observe.addressHolders(lab.vipAddress);
}

/** Each goes on from where the one before ended. */
describe.sequential("a real group of two members", () => {
  test("is warned of before it gets an address: the loss of either leaves no majority", async () => {
    const { members } = await lab.opened.database.clusters.get(clusterId);
    const hostIds = names.map((name) => lab.hostNamed(name).id);
    expect(members.map((member) => member.hostId).toSorted()).toEqual(hostIds.toSorted());
    const checked = await lab.perform("vip.check", clusterId, lab.vipRequest());
    const { report } = CheckedPlan.parse(checked.result);
    expect(report.checks.filter((one) => one.result === "fail").map((one) => one.code)).toEqual([]);
    const voters = report.checks.find((one) => one.code === "voters");
    expect(voters).toMatchObject({
      result: "warn",
      evidence: { code: "check.voters.warn", params: { total: 2, survives: 0 } },
    });
    expect(voters?.remedy?.text).toContain(installLayout.operatorKeysFile);

    await lab.applyVip(clusterId);
    expect(await holders()).toEqual(["db1"]);
    await lab.proveWrite();
    // As that remedy says: before it is needed.
    for (const name of names)
      await lab.lab.host(name).writeFile(installLayout.operatorKeysFile, ann.publicLine, 0o600);
  });

  test("has the address nowhere without its secondary, until an operator signs that its host is off", async () => {
    await goOnFrom("db1", "db2", async (watch) => {
      await lab.lab.fault.killMysql("db2", { restart: false });
      await watch.waitForHolders([], { timeoutMs: 60_000 });
      // Of a server that is gone by the word of its own agent nobody need sign anything.
      const said = ["- target.pass_lost", "db2 other.pass_gone", "- data.warn"];
      expect(await awaitLost("db1", said)).toMatchObject({ method: "force", order: null });
      expect(await sql("db1", selfSql), "what its own server says").toBe("ONLINE\tPRIMARY");
      await lab.lab.fault.powerOff("db2");
    });
  });

  test("takes its secondary back when that is on again", async () => {
    await takeBack("db2", "db1");
  });
});

/**
 * Loses a member while db1 is the primary, so that its host is off when `lose` ends, and goes on from the other one. Nobody
 * has the address from the loss to the order, and then that one alone.
 */
async function goOnFrom(
  survivor: Name,
  lost: Name,
  lose: (watch: AddressWatch) => Promise<void>,
): Promise<void> {
  const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
  try {
    await withEndlessWait(survivor, async () => {
      await lose(watch);
      await bringBackByOrder(survivor, lost);
    });
  } finally {
    await watch.stop();
  }
  expect(watch.intervals.map(({ host }) => host)).toEqual(["db1", survivor]);
  expect(watch.overlaps).toEqual([]);
}

/** While `act` lasts, a member without a majority waits for the other one for ever, as MySQL's own default has it. */
async function withEndlessWait(name: Name, act: () => Promise<void>): Promise<void> {
  const timeout = "group_replication_unreachable_majority_timeout";
  const kept = await sql(name, `SELECT @@global.${timeout}`);
  await sql(name, `SET GLOBAL ${timeout} = 0`);
  try {
    await act();
  } finally {
    await sql(name, `SET GLOBAL ${timeout} = ${kept}`);
  }
}

/** The check of a recovery once it says this; nobody has the address by then, nor answers for it. */
async function awaitLost(survivor: Name, said: readonly string[]): Promise<RecoveryCheck> {
  let last: readonly string[] = [];
  const look = async (): Promise<RecoveryCheck | undefined> => {
    const found = await check(survivor);
    last = results(found);
    return last.join() === said.join() ? found : undefined;
  };
  const what = `${survivor} to have lost its majority`;
  const found = await waitFor(what, look, { timeoutMs: 60_000 }).catch((cause: unknown) => {
    throw new Error(`${what}: ${last.join(", ")}`, { cause });
  });
  expect(await holders()).toEqual([]);
  expect(await lab.lab.observe.arpOwners(lab.vipAddress, { from: "app1" })).toEqual([]);
  return found;
}

async function bringBackByOrder(survivor: Name, lost: Name): Promise<void> {
  const said = ["- target.pass_lost", `${lost} other.warn`, "- data.warn", "- keys.pass"];
  const { order } = await awaitLost(survivor, said);
  expect(order?.hosts.map((name) => name.slice(0, 3))).toEqual([lost]);
  await lab.awaitTopology(
    clusterId,
    "no majority is shown",
    ({ summary }) => summary.code === "topology.summary_no_majority",
  );
  expect((await recover(survivor)).problem?.errors.map((one) => one.code)).toEqual(["order_needed"]);
  expect(await holders()).toEqual([]);

  const text = order?.text ?? "";
  const operation = await recover(survivor, { text, signature: ann.sign(text, fenceNamespace) });
  expect(told(operation)).toMatchObject({ state: "succeeded" });
  expect(operation.steps.map((step) => step.code)).toEqual([
    "recovery.fence",
    "recovery.force",
    "vip.await_held",
  ]);
  expect(RecoveryResult.parse(operation.result)).toMatchObject({
    onlineCount: 1,
    holderHostName: lab.hostNamed(survivor).name,
  });
  expect(await holders()).toEqual([survivor]);
  await expectTakenByOrder(survivor, lost);
  expect(await sql(survivor, leftSql)).toBe("0\t\t0");
  await lab.proveWrite();
}

/** By its agent's own word and history, and in the console's picture. */
async function expectTakenByOrder(survivor: Name, lost: Name): Promise<void> {
  const { id: hostId } = lab.hostNamed(survivor);
  const proofs = [{ hostId: lab.hostNamed(lost).id, proof: "R4" }];
  const { vips } = await lab
    .agentOf(lab.hostNamed(survivor))
    .call("status", undefined, { signal: AbortSignal.timeout(5_000) });
  expect(vips[0]).toMatchObject({ state: "HOLDING", lastProofs: proofs });
  expect(vips[0]?.transitions.findLast(({ to }) => to === "HOLDING")).toMatchObject({ proofs });
  await lab.awaitTopology(
    clusterId,
    "the holder and its proof are shown",
    (shown) =>
      shown.hasMajority === true &&
      shown.vips[0]?.agents
        .find((agent) => agent.hostId === hostId && agent.isBound)
        ?.lastProofs.map(({ proof }) => proof)
        .join() === "R4",
  );
}

/** Switches a host on: its member joins again by itself, and the address stays with the primary. */
async function takeBack(name: Name, primary: Name): Promise<void> {
  await lab.lab.fault.powerOn(name);
  const look = async (): Promise<true | undefined> => {
    const counts = await Promise.all(names.map((one) => sql(one, onlineSql).catch(() => "")));
    return counts.every((count) => count === "2") ? true : undefined;
  };
  await waitFor("both to see both ONLINE", look, { timeoutMs: 120_000, intervalMs: 500 });
  expect(await holders()).toEqual([primary]);
  await lab.proveWrite();
}
