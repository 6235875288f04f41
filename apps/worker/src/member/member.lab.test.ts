import {
  isRefusal,
  MemberCheck,
  MemberResult,
  type Operation,
  RestartCheck,
  RestartResult,
} from "@primacy/contract";
import type { HoldInterval } from "@primacy/core/drill";
import { systemActor } from "@primacy/db";
import { isLongRun, joinRows, monotonicMs, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

type Name = "db1" | "db2" | "db3";
let lab: SharedCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
});
afterAll(async () => {
  await lab?.giveBack();
});

async function memberOn(name: Name): Promise<string> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  const member = members.find((one) => one.hostId === lab.hostNamed(name).id);
  if (member === undefined) throw new Error(`no member on ${name}`);
  return member.id;
}

async function sql(name: Name, text: string): Promise<string> {
  return joinRows(await runRootSql(lab.lab.host(name), text));
}

const stateSql =
  "SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid";

async function act(action: "start" | "stop" | "rejoin", name: Name, more: object = {}): Promise<Operation> {
  const rest = action === "stop" ? { isPrimaryAllowed: false } : { limitSeconds: 120 };
  return lab.perform(`member.${action}`, clusterId, { memberId: await memberOn(name), ...rest, ...more });
}

async function check(action: "start" | "stop" | "rejoin", name: Name): Promise<MemberCheck> {
  const input = { memberId: await memberOn(name), action, isPrimaryAllowed: false };
  const operation = await lab.perform("member.check", clusterId, input);
  expect(told(operation)).toMatchObject({ state: "succeeded" });
  return MemberCheck.parse(operation.result);
}

function failed({ report }: MemberCheck): string[] {
  return report.checks.filter((one) => one.result === "fail").map((one) => one.evidence.code);
}

async function logOf({ id }: Operation): Promise<string> {
  const { items } = await lab.opened.database.operations.listLog(id, { after: null, limit: 200 });
  return items.map((line) => line.message.text).join("\n");
}

/** Each goes on from where the one before ended: db3 is out, and comes back. */
describe.sequential("one member of a real group", () => {
  test("a secondary that is stopped leaves the group, and its server stays read-only", async () => {
    const operation = await act("stop", "db3");
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(MemberResult.parse(operation.result)).toMatchObject({ state: "OFFLINE", isSuperReadOnly: true });
    expect(operation.steps[0]?.detail?.text).toMatch(/super_read_only is ON\. 2 of 3 members are online/);
    expect(await sql("db3", `SELECT @@super_read_only; ${stateSql}`)).toBe("1\nOFFLINE");
  });

  test("a second voter is not stopped, for it would cost the majority; nor is the primary, and both are said", async () => {
    expect(failed(await check("stop", "db2"))).toEqual(["check.member_voters.fail"]);
    const operation = await act("stop", "db1");
    expect(operation).toMatchObject({ problem: { code: "checks_failed" }, steps: [] });
    expect(operation.problem?.errors.map((one) => one.code)).toEqual([
      "check.member_voters",
      "check.member_primary",
    ]);
    expect(await sql("db1", "SELECT COUNT(*) FROM performance_schema.replication_group_members")).toBe("2");
  });

  test("what it has and the group lacks is shown, and keeps it from being started; nothing is changed", async () => {
    await sql(
      "db3",
      "SET GLOBAL super_read_only = OFF; CREATE DATABASE errant_here; SET GLOBAL super_read_only = ON",
    );
    const before = await sql("db3", "SELECT @@global.gtid_executed");
    const uuid = await sql("db3", "SELECT @@server_uuid");
    const [gno = ""] = [...before.matchAll(new RegExp(`${uuid}:(?:[^,]*[:-])?(\\d+)`, "g"))].map(
      (one) => one[1],
    );
    const found = await check("start", "db3");
    expect(failed(found)).toEqual(["check.member_gtids.fail"]);
    expect(found.difference).toMatchObject({
      errantCount: 1,
      errant: [{ uuid, tag: null, intervals: gno, count: 1 }],
    });
    expect(found.difference?.errant[0]?.memberName).toMatch(/^db3-/);
    expect(found.plan.steps).toEqual([]);
    const operation = await act("start", "db3");
    expect(operation).toMatchObject({ problem: { code: "checks_failed" }, steps: [] });
    expect(operation.problem?.errors[0]?.message.text).toContain(`${uuid}:${gno}`);
    expect(await sql("db3", `${stateSql}; SELECT @@global.gtid_executed`)).toBe(`OFFLINE\n${before}`);
    // The way back that the remedy names: the content goes, and the group gets the number without any.
    await sql(
      "db3",
      "SET SESSION sql_log_bin = 0; SET GLOBAL super_read_only = OFF; DROP DATABASE errant_here; SET GLOBAL super_read_only = ON",
    );
    await sql("db1", `SET GTID_NEXT = '${uuid}:${gno}'; BEGIN; COMMIT; SET GTID_NEXT = 'AUTOMATIC'`);
  });

  if (isLongRun)
    test("a start that does not come ONLINE in time is stopped again, and the cause is said", async () => {
      await sql("db1", "CREATE DATABASE IF NOT EXISTS missed");
      const channel = "FOR CHANNEL 'group_replication_recovery'";
      await sql(
        "db3",
        `CHANGE REPLICATION SOURCE TO SOURCE_USER = 'nobody', SOURCE_PASSWORD = 'x' ${channel}`,
      );
      try {
        const operation = await act("start", "db3", { limitSeconds: 15 });
        expect(told(operation)).toMatchObject({ state: "undone" });
        const reason = operation.problem?.message.text;
        expect(reason).toMatch(
          /not ONLINE within 15 s; its last state was RECOVERING.* Access denied for user 'nobody'/,
        );
        expect(await logOf(operation)).toMatch(/Group Replication is stopped on db3-\w+: it is OFFLINE/);
        expect(await sql("db3", `SELECT @@super_read_only; ${stateSql}`)).toBe("1\nOFFLINE");
      } finally {
        const { user, password } = lab.lab.credentials.replication;
        const account = `SOURCE_USER = '${user}', SOURCE_PASSWORD = '${password}'`;
        await sql("db3", `STOP GROUP_REPLICATION; CHANGE REPLICATION SOURCE TO ${account} ${channel}`);
      }
    });

  test("a member that only lags is started, fetches what it missed, and is ONLINE", async () => {
    await sql("db1", "CREATE DATABASE IF NOT EXISTS missed");
    const found = await check("start", "db3");
    expect(found.report.hasFailures).toBe(false);
    expect(found.difference?.missingCount).toBeGreaterThan(0);
    expect(found.difference).toMatchObject({ errantCount: 0 });
    expect(found.difference?.donors).toHaveLength(2);
    expect(found.plan.steps.flatMap((step) => step.preview.map((one) => one.text))).toEqual([
      "START GROUP_REPLICATION",
    ]);
    const operation = await act("start", "db3");
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(MemberResult.parse(operation.result)).toMatchObject({ state: "ONLINE", isSuperReadOnly: true });
    expect(await sql("db3", `${stateSql}; SHOW DATABASES LIKE 'missed'`)).toBe("ONLINE\nmissed");
    await sql("db1", "DROP DATABASE missed");
    const again = await act("start", "db3");
    expect(again.problem?.errors.map((one) => one.code)).toEqual(["check.member_action"]);
  });

  if (isLongRun)
    test("one that lost its group is stopped and started again, fetches what it missed, and each step tells of it", async () => {
      await sql("db3", "SET GLOBAL group_replication_autorejoin_tries = 0");
      try {
        await lab.lab.fault.cut({ from: ["db3"], to: ["db1", "db2"] });
        const isOut = async (): Promise<true | undefined> =>
          (await sql("db3", stateSql)) === "ERROR" || undefined;
        await waitFor("db3 to give its group up", isOut, { timeoutMs: 120_000 });
        await sql("db1", "DROP DATABASE IF EXISTS missed; CREATE DATABASE missed");
        await lab.lab.fault.heal();
        const found = await check("rejoin", "db3");
        expect(failed(found)).toEqual([]);
        expect(found.difference?.missingCount).toBeGreaterThan(0);
        expect(found.difference).toMatchObject({ errantCount: 0 });
        expect(found.plan.steps.flatMap((step) => step.preview.map((one) => one.text))).toEqual([
          "STOP GROUP_REPLICATION",
          "START GROUP_REPLICATION",
        ]);
        const operation = await act("rejoin", "db3");
        expect(told(operation)).toMatchObject({ state: "succeeded" });
        expect(operation.steps.map(({ title }) => title.text)).toEqual(
          found.plan.steps.map(({ title }) => title.text),
        );
        expect(operation.steps.map(({ state, detail }) => `${state}: ${detail?.text}`)).toEqual([
          expect.stringMatching(
            /^done: db3-\w+ is OFFLINE; super_read_only is ON\. 2 of 3 members are online\.$/,
          ),
          expect.stringMatching(/^done: db3-\w+ is joining the group; \d+ transactions are missing\.$/),
          expect.stringMatching(/^done: db3-\w+ is ONLINE, after .+; super_read_only is ON\.$/),
        ]);
        expect(MemberResult.parse(operation.result)).toMatchObject({
          state: "ONLINE",
          isSuperReadOnly: true,
        });
        expect(await sql("db3", `${stateSql}; SHOW DATABASES LIKE 'missed'`)).toBe("ONLINE\nmissed");
        // From 8.4 on MySQL turns it on as it gives up, and never off again.
        const isOffline = (await sql("db3", "SELECT @@global.offline_mode")) === "1";
        expect((await logOf(operation)).includes("is in offline mode and refuses clients")).toBe(isOffline);
      } finally {
        await lab.lab.fault.heal();
        await sql(
          "db3",
          "SET GLOBAL group_replication_autorejoin_tries = DEFAULT; SET GLOBAL offline_mode = OFF",
        );
        await sql("db1", "DROP DATABASE IF EXISTS missed");
      }
    });

  if (isLongRun)
    test("a start that somebody else gave is not ours to stop: ours is refused, and theirs joins", async () => {
      await sql("db3", "STOP GROUP_REPLICATION");
      await lab.lab.fault.cut({ from: ["db3"], to: ["db1", "db2"] });
      const theirs = sql("db3", "START GROUP_REPLICATION").catch(String);
      try {
        const isJoining = async (): Promise<true | undefined> =>
          (await sql("db3", "SHOW PROCESSLIST")).includes("START GROUP_REPLICATION") || undefined;
        await waitFor("their start to run", isJoining, { timeoutMs: 60_000 });
        const operation = await act("start", "db3");
        expect(operation).toMatchObject({ state: "failed", problem: { code: "member_join_running" } });
        expect(operation.steps.map((step) => step.state)).toEqual(["failed", "pending"]);
      } finally {
        await lab.lab.fault.heal();
        await theirs;
      }
      expect(await theirs).toBe("");
      const isOnline = async (): Promise<true | undefined> =>
        (await sql("db3", stateSql)) === "ONLINE" || undefined;
      await waitFor("db3 to be in the group", isOnline, { timeoutMs: 60_000 });
    });

  if (isLongRun)
    test("a mysqld that does not run is named, and is not ours to start", async () => {
      const host = lab.lab.host("db3");
      await host.exec(["service", "mysql", "stop"]);
      try {
        const isTold = async (): Promise<true | undefined> =>
          failed(await check("start", "db3")).includes("check.member_server.fail_down") ? true : undefined;
        await waitFor("the agent to say so", isTold, { timeoutMs: 60_000 });
        const found = await check("rejoin", "db3");
        expect(found.report.checks[0]?.remedy?.text).toContain("Start mysqld on db3-");
        expect(failed(found)).toEqual(["check.member_server.fail_down"]);
      } finally {
        await host.exec(["service", "mysql", "start"]);
      }
    });
});

/** For how long nobody had the address, between each holder and the next. */
function listGapsMs(intervals: readonly HoldInterval[]): number[] {
  return intervals.slice(1).map(({ fromMs }, index) => fromMs - (intervals[index]?.toMs ?? fromMs));
}

describe.sequential("the servers of a real group, restarted one after another", () => {
  const readAddress = (): string => lab.vipAddress.replace(/\d+$/, "103");

  beforeAll(async () => {
    await lab.lab.resetGroup();
    await lab.applyVip(clusterId);
    const request = { kind: "read", address: readAddress(), prefixLength: 24 };
    expect(told(await lab.perform("vip.apply", clusterId, request))).toMatchObject({ state: "succeeded" });
  });

  /** When each server was started, by its own clock. */
  const startedSql =
    "SELECT ROUND(UNIX_TIMESTAMP(SYSDATE(6)) - VARIABLE_VALUE) FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'";
  async function startTimes(): Promise<number[]> {
    const told = await Promise.all((["db1", "db2", "db3"] as const).map((name) => sql(name, startedSql)));
    return told.map(Number);
  }

  async function restart(
    to: Name,
    by: { readonly user: string; readonly password: string },
    limitSeconds = 180,
  ): Promise<Operation> {
    const input = { memberId: await memberOn(to), limitSeconds, user: by.user };
    return lab.perform("restart", clusterId, input, { password: by.password });
  }

  test("an account that may not restart a server is named for each, before the first is touched", async () => {
    const before = await startTimes();
    const operation = await restart("db2", lab.lab.credentials.bench);
    expect(operation).toMatchObject({ state: "failed", steps: [] });
    expect(operation.problem?.errors.map(({ code }) => code)).toEqual(Array(3).fill("restart_not_allowed"));
    const told = operation.problem?.errors.map(({ message }) => message.text).join();
    for (const name of ["db1", "db2", "db3"])
      expect(told).toMatch(new RegExp(`SHUTDOWN, and .* it on ${name}-`));
    const after = await startTimes();
    expect(after.every((startedAt, index) => Math.abs(startedAt - (before[index] ?? 0)) <= 1)).toBe(true);
  });

  test("each is restarted while clients write, both addresses are served, and the VIP leads to the chosen primary", async () => {
    const checked = await lab.perform("restart.check", clusterId, { memberId: await memberOn("db2") });
    const found = RestartCheck.parse(checked.result);
    expect(found).toMatchObject({ needsAccount: true, report: { hasFailures: false } });
    const reads = found.plan.consequences.find(({ code }) => code === "consequence.restart_reads");
    expect(reads?.text).toContain(readAddress());
    const before = await startTimes();
    const operation = await restartWatched("db2");
    expect(operation.steps.map(({ title }) => title.text)).toEqual(
      found.plan.steps.map(({ title }) => title.text),
    );
    const result = RestartResult.parse(operation.result);
    expect(result.members.map(({ name }) => name.slice(0, 3))).toEqual(["db3", "db2", "db1"]);
    expect(result.members.every(({ onlineAfterMs }) => onlineAfterMs !== null && onlineAfterMs > 0)).toBe(
      true,
    );
    expect(result.switchover).toMatchObject({ primaryAfterMs: expect.any(Number) });
    const after = await startTimes();
    expect(after.every((startedAt, index) => startedAt > (before[index] ?? 0) + 1)).toBe(true);
    expect(await sql("db1", stateSql)).toBe("ONLINE");
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db2"]);
    await lab.proveWrite();
  });

  /** Restarts all while a client writes to the VIP, and watches who holds it and the read VIP. */
  async function restartWatched(to: Name): Promise<Operation> {
    const held = await lab.lab.observe.watchHolders(lab.vipAddress);
    const read = await lab.lab.observe.watchHolders(readAddress());
    const writer = await lab.lab.client.writes({ address: lab.vipAddress, intervalMs: 20 });
    let operation: Operation;
    try {
      operation = await restart(to, lab.lab.credentials.admin);
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      await writer.waitForAck(monotonicMs(), { timeoutMs: 60_000 });
      const isOnSecondary = (): true | undefined =>
        (read.holders.length === 1 && read.holders[0] !== to) || undefined;
      // Longer than the hold-down of who was away.
      await waitFor("the read VIP on a secondary", isOnSecondary, { timeoutMs: 120_000 });
    } finally {
      await Promise.all([writer.stop(), held.stop(), read.stop()]);
    }
    expect(held.overlaps).toEqual([]);
    expect(new Set(held.intervals.map(({ host }) => host))).toEqual(new Set(["db1", to]));
    expect(await lab.lab.client.findLostWrites(writer)).toEqual([]);
    // Its own pace is in what the client sees. Who is not served while a server restarts misses it for longer.
    const limitMs = isLongRun ? 10_000 : 20_000;
    expect(writer.findLongestSilenceMs(), "the group serves all the time").toBeLessThan(limitMs);
    expect(read.overlaps).toEqual([]);
    expect(new Set(read.intervals.map(({ host }) => host)).size, "it moved").toBeGreaterThan(1);
    expect(Math.max(...listGapsMs(read.intervals)), "it was served").toBeLessThan(limitMs);
    return operation;
  }

  if (isLongRun)
    test("one that is cancelled leaves the rest alone, and the server that it restarted comes back", async () => {
      const before = await startTimes();
      const { user, password } = lab.lab.credentials.admin;
      const input = { memberId: await memberOn("db1"), limitSeconds: 120, user };
      const asked = await lab.request("restart", clusterId, input, { password });
      if (isRefusal(asked)) throw new Error(asked.message.text);
      const first = await waitFor(
        "the first restart",
        async () => {
          const [step] = (await lab.opened.database.operations.find(asked.id))?.steps ?? [];
          return step?.state === "waiting" ? step : undefined;
        },
        { timeoutMs: 60_000 },
      );
      expect(first.hostName).toMatch(/^db3-/);
      await lab.opened.database.transact(systemActor("test"), (unit) =>
        unit.operations.requestCancel(asked.id),
      );
      const operation = await lab.ended(asked.id);
      expect(told(operation)).toMatchObject({ state: "failed" });
      expect(operation.problem).toMatchObject({ code: "cancelled" });
      await waitFor("db3 to be back", async () => ((await backOnline("db3")) ? true : undefined), {
        timeoutMs: 60_000,
      });
      const after = await startTimes();
      expect(after.map((startedAt, index) => startedAt > (before[index] ?? 0) + 1)).toEqual([
        false,
        false,
        true,
      ]);
    });

  if (isLongRun)
    test("one whose first server cannot start again touches no other, and the address stays", async () => {
      const host = lab.lab.host("db3");
      const broken = "/etc/mysql/lab.d/broken.cnf";
      const before = await startTimes();
      const holders = await lab.lab.observe.addressHolders(lab.vipAddress);
      await host.writeFile(broken, "[mysqld]\nno_such_setting = 1\n");
      try {
        const operation = await restart("db1", lab.lab.credentials.admin, 30);
        expect(told(operation)).toMatchObject({
          state: "failed",
          problem: expect.stringMatching(
            /server of db3-.* did not answer within 30 s.*Its error log says why/,
          ),
        });
        const after = await Promise.all((["db1", "db2"] as const).map((name) => sql(name, startedSql)));
        expect(after.every((at, index) => Math.abs(Number(at) - (before[index] ?? 0)) <= 1)).toBe(true);
        expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(holders);
        await lab.proveWrite();
      } finally {
        await host.exec(["rm", broken]);
        await lab.lab.resetGroup();
      }
    });

  if (isLongRun)
    test("the primary's own server ends in seconds when it is told to stop, with a read VIP beside it", async () => {
      const primary = (await lab.lab.findPrimary())?.name;
      const name = (["db1", "db2", "db3"] as const).find((one) => one === primary);
      if (name === undefined) throw new Error("a primary expected");
      const read = readAddress();
      const isServed = async (address: string): Promise<true | undefined> => {
        const holders = await lab.lab.observe.addressHolders(address);
        return (holders.length === 1 && !holders.includes(name)) || undefined;
      };
      await waitFor(
        "the read VIP to be served",
        async () => (await lab.lab.observe.addressHolders(read)).length === 1 || undefined,
        { timeoutMs: 60_000 },
      );
      try {
        const startedMs = monotonicMs();
        const stopped = lab.lab.fault.stopMysql(name);
        await waitFor("the VIP elsewhere", () => isServed(lab.vipAddress), { timeoutMs: 60_000 });
        await stopped;
        expect(monotonicMs() - startedMs, "no read of an agent kept it").toBeLessThan(30_000);
        await lab.proveWrite();
        await waitFor("the read VIP elsewhere", () => isServed(read), { timeoutMs: 60_000 });
      } finally {
        await lab.lab.resetGroup();
      }
    });

  async function backOnline(name: Name): Promise<boolean> {
    return (await sql(name, stateSql).catch(() => "")) === "ONLINE";
  }
});
