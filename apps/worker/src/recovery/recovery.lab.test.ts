import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Operation, RecoveryCheck, RecoveryResult } from "@primacy/contract";
import { fenceNamespace, installLayout } from "@primacy/contract/agent";
import { joinRows, makeOperatorKey, type OperatorKey, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

type Name = "db1" | "db2" | "db3";
const names: readonly Name[] = ["db1", "db2", "db3"];
let lab: SharedCluster;
let clusterId = "";
let folder = "";
let ann: OperatorKey;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "recovery-"));
  ann = makeOperatorKey(folder, "ann@office");
  lab = await shareCluster();
  clusterId = lab.clusterId;
  await lab.applyVip(clusterId);
});
afterAll(async () => {
  await lab?.giveBack();
  rmSync(folder, { recursive: true });
});

async function memberOn(name: Name): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  const member = members.find((one) => one.hostId === lab.hostNamed(name).id);
  if (member === undefined) throw new Error(`no member on ${name}`);
  return member.id;
}

async function sql(name: Name, text: string): Promise<string> {
  return joinRows(await runRootSql(lab.lab.host(name), text, { timeoutMs: 60_000 }));
}

const stateSql =
  "SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid";
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

async function start(name: Name): Promise<void> {
  const input = { memberId: await memberOn(name), limitSeconds: 90 };
  expect(told(await lab.perform("member.start", clusterId, input))).toMatchObject({ state: "succeeded" });
}

function results({ report }: RecoveryCheck): string[] {
  return report.checks.map(
    (one) => `${one.hostName?.slice(0, 3) ?? "-"} ${one.evidence.code.slice("check.recovery_".length)}`,
  );
}

async function holders(): Promise<readonly string[]> {
  return lab.lab.observe.addressHolders(lab.vipAddress);
}

async function registerKey(name: Name): Promise<void> {
  await lab.lab.host(name).writeFile(installLayout.operatorKeysFile, ann.publicLine, 0o600);
}

describe.sequential("a real group that serves nobody", () => {
  test("there is nothing to bring back while it serves, from whichever member", async () => {
    expect(results(await check("db1"))).toEqual([
      "- target.fail_majority",
      "db2 other.fail_majority",
      "db3 other.fail_majority",
      "- data.pass",
    ]);
    const operation = await recover("db2");
    expect(operation).toMatchObject({ problem: { code: "checks_failed" }, steps: [] });
    expect(await holders()).toEqual(["db1"]);
  });

  test("with every member stopped, it is founded anew only on one that has what all have, and the address is back", async () => {
    await sql("db3", "STOP GROUP_REPLICATION");
    await sql("db2", "STOP GROUP_REPLICATION");
    await sql(
      "db1",
      "DROP DATABASE IF EXISTS only_on_db1; CREATE DATABASE only_on_db1; STOP GROUP_REPLICATION",
    );
    const behind = await check("db2");
    expect(results(behind)).toEqual([
      "- target.pass_out",
      "db1 other.pass_out",
      "db3 other.pass_out",
      "- data.fail",
    ]);
    expect(behind).toMatchObject({ plan: { steps: [] }, order: null });
    expect((await recover("db2")).problem?.errors.map((one) => one.code)).toEqual(["check.recovery_data"]);
    expect(await sql("db2", stateSql)).toBe("OFFLINE");

    const found = await check("db1");
    expect(results(found)).toEqual([
      "- target.pass_out",
      "db2 other.pass_out",
      "db3 other.pass_out",
      "- data.pass",
    ]);
    expect(found).toMatchObject({ needsAccount: true, order: null });
    expect(found.plan.steps.flatMap((step) => step.preview.map((one) => one.text))).toEqual([
      "SET GLOBAL group_replication_bootstrap_group = ON",
      "START GROUP_REPLICATION",
      "SET GLOBAL group_replication_bootstrap_group = OFF",
    ]);
    const { user, password } = lab.lab.credentials.bench;
    const input = { memberId: await memberOn("db1"), order: null, user };
    const refused = await lab.perform("recovery", clusterId, input, { password });
    expect(refused).toMatchObject({ problem: { code: "conflict" }, steps: [] });
    expect(refused.problem?.errors.map((one) => one.code)).toEqual(["recovery_not_allowed"]);
    expect(await sql("db1", stateSql)).toBe("OFFLINE");

    const forced = await lab.perform("recovery", clusterId, { ...input, method: "force" }, { password });
    expect(forced).toMatchObject({ problem: { code: "validation_failed" }, steps: [] });
    expect(forced.problem?.errors.map((one) => one.code)).toEqual(["recovery_other_method"]);

    // Group Replication does not start with it, and nothing that was set for it may stay.
    await sql("db1", "SET GLOBAL gtid_mode = ON_PERMISSIVE");
    const failedStart = await recover("db1");
    await sql("db1", "SET GLOBAL gtid_mode = ON");
    expect(failedStart).toMatchObject({ state: "failed", problem: { code: "recovery_sql" } });
    expect(await sql("db1", leftSql)).toBe("0\t\t0");

    const operation = await recover("db1");
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const result = RecoveryResult.parse(operation.result);
    expect(result).toMatchObject({ onlineCount: 1, holderHostName: expect.stringMatching(/^db1-/) });
    expect(await sql("db1", leftSql)).toBe("0\t\t0");
    await lab.proveWrite();
    await start("db2");
    await start("db3");
    await expect
      .poll(() => sql("db3", "SHOW DATABASES LIKE 'only_on_db1'"), { timeout: 60_000 })
      .toBe("only_on_db1");
    await sql("db1", "DROP DATABASE only_on_db1");
  });

  test("whose other hosts nobody reaches goes on only with an order that an operator signed, and then at once", async () => {
    const timeout = "group_replication_unreachable_majority_timeout";
    const kept = await sql("db1", `SELECT @@global.${timeout}`);
    // What is left of the group waits for the others for ever, as MySQL's own default has it.
    await sql("db1", `SET GLOBAL ${timeout} = 0`);
    try {
      for (const name of ["db2", "db3"] as const) await lab.lab.fault.powerOff(name);
      await bringBackByOrder();
    } finally {
      await sql("db1", `SET GLOBAL ${timeout} = ${kept}`);
    }
  });

  test("takes the others back when they are on again", async () => {
    for (const name of ["db2", "db3"] as const) await lab.lab.fault.powerOn(name);
    await awaitWhole();
    await expect.poll(holders, { timeout: 60_000 }).toEqual(["db1"]);
  });
});

async function bringBackByOrder(): Promise<void> {
  await waitFor(
    "db1 to have lost its majority, and to hear nobody",
    async () => {
      const seen = results(await check("db1"));
      return seen.includes("db3 other.warn") &&
        seen.includes("db2 other.warn") &&
        seen.includes("- target.pass_lost")
        ? true
        : undefined;
    },
    { timeoutMs: 60_000 },
  );
  await expect.poll(holders, { timeout: 60_000 }).toEqual([]);
  const without = await check("db1");
  expect(results(without)).toEqual([
    "- target.pass_lost",
    "db2 other.warn",
    "db3 other.warn",
    "- data.warn",
    "- keys.fail",
  ]);
  await registerKey("db1");
  const found = await check("db1");
  expect(results(found).at(-1)).toBe("- keys.pass");
  expect(found.order?.hosts.map((name) => name.slice(0, 3))).toEqual(["db2", "db3"]);
  const text = found.order?.text ?? "";

  expect((await recover("db1")).problem?.errors.map((one) => one.code)).toEqual(["order_needed"]);
  const changed = { text: text.replace(/host .*\n/, ""), signature: ann.sign(text, fenceNamespace) };
  expect((await recover("db1", changed)).problem?.errors.map((one) => one.code)).toEqual(["order_hosts"]);
  const stranger = makeOperatorKey(folder, "bob@elsewhere").sign(text, fenceNamespace);
  const refused = await recover("db1", { text, signature: stranger });
  expect(refused.problem?.message.text).toContain("not signed with a key that is registered");
  expect(await sql("db1", "SELECT COUNT(*) FROM performance_schema.replication_group_members")).toBe("3");

  const operation = await recover("db1", { text, signature: ann.sign(text, fenceNamespace) });
  expect(told(operation)).toMatchObject({ state: "succeeded" });
  expect(operation.steps.map((step) => step.code)).toEqual([
    "recovery.fence",
    "recovery.force",
    "vip.await_held",
  ]);
  expect(RecoveryResult.parse(operation.result)).toMatchObject({ onlineCount: 1 });
  const log = await lab.opened.database.operations.listLog(operation.id, { after: null, limit: 200 });
  const signed = log.items.find((line) => line.message.code === "log.recovery_signed");
  expect(signed?.message.text).toMatch(/ann@office \(SHA256:\S+\) signed .* cut off: db2-\w+, db3-\w+\.$/);
  expect(await holders()).toEqual(["db1"]);
  const status = await lab
    .agentOf(lab.hostNamed("db1"))
    .call("status", undefined, { signal: AbortSignal.timeout(60_000) });
  expect(status.vips[0]?.lastProofs.map(({ proof }) => proof)).toEqual(["R4", "R4"]);
  expect(await sql("db1", leftSql)).toBe("0\t\t0");
  await lab.proveWrite();
}

async function awaitWhole(): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const states = await Promise.all(names.map((name) => sql(name, stateSql).catch(() => "")));
    return states.every((state) => state === "ONLINE") ? true : undefined;
  };
  await waitFor("all to be ONLINE", look, { timeoutMs: 180_000, intervalMs: 500 });
}
