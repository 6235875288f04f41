import { findLongestGap } from "@primacy/core/drill";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  acquireTestLab,
  haproxyPorts,
  type Lab,
  monotonicMs,
  observeGroup,
  routerPorts,
  type TestLab,
  waitFor,
} from "../index";
import { runRootSql } from "./root-sql";

describe("the MySQL group of a lab", { timeout: 300_000 }, () => {
  let held: TestLab;
  let lab: Lab;

  beforeAll(async () => {
    held = await acquireTestLab();
    lab = held.lab;
  });
  afterEach(() => lab.resetGroup());
  afterAll(() => held.release());

  async function waitForPrimaryOtherThan(name: string): Promise<string> {
    return waitFor(
      `a primary other than ${name}`,
      async () => {
        const members = await observeGroup(lab.host(name === "db2" ? "db3" : "db2"));
        const primary = members.find((member) => member.role === "PRIMARY" && member.state === "ONLINE");
        const host = lab.hosts.find((one) => one.address === primary?.address);
        return host === undefined || host.name === name ? undefined : host.name;
      },
      { timeoutMs: 90_000 },
    );
  }

  it("is three ONLINE members that report their own address, with TLS and an administrative port", async () => {
    const members = await observeGroup(lab.host("db1"));
    expect(members.map((member) => member.state)).toEqual(["ONLINE", "ONLINE", "ONLINE"]);
    expect((await lab.findPrimary())?.name).toBe("db1");
    const connection = await lab.mysql("db2", { port: 33062 });
    const [rows] = await connection.query("SHOW STATUS LIKE 'Ssl_version'");
    await connection.end();
    expect(JSON.stringify(rows)).toContain("TLSv1.3");
  });

  it("loses no acknowledged write when its primary is killed, and elects another", async () => {
    const direct = await lab.client.writes({ address: lab.host("px1").address, port: routerPorts.write });
    const before = monotonicMs();
    const evidence = await lab.fault.killMysql("db1", { restart: false });
    expect(evidence.observations).toContain("nothing listens on port 3306");
    await expect(lab.fault.killMysql("db1", { restart: false })).rejects.toThrow("No mysqld runs on db1.");
    await waitForPrimaryOtherThan("db1");
    await direct.waitForAck(monotonicMs(), { timeoutMs: 60_000 });
    await direct.stop();
    const gap = findLongestGap(direct.attempts, { fromMs: before - 1_000 });
    expect(gap?.fromServer).not.toBe(gap?.toServer);
    expect(await lab.client.findLostWrites(direct)).toEqual([]);
  });

  it("keeps a server read-only that its supervisor restarted, until the group takes it back", async () => {
    await lab.fault.cut({ from: ["db3"], to: ["db1", "db2"] });
    await lab.fault.killMysql("db3", { restart: true });
    const readOnly = await waitFor(
      "the restarted server to answer",
      () => runRootSql(lab.host("db3"), "SELECT @@super_read_only;").catch(() => undefined),
      { timeoutMs: 60_000 },
    );
    expect(readOnly).toEqual([["1"]]);
  });

  it("is followed by HAProxy and its floating address", async () => {
    const connection = await lab.mysql("db2");
    await connection.query("SELECT group_replication_set_as_primary(@@server_uuid)");
    await connection.end();
    const { user, password } = lab.credentials.bench;
    const query = async (address: string, port: number): Promise<string> => {
      const options = `[client]\nuser=${user}\npassword=${password}\nhost=${address}\nport=${port}\nconnect-timeout=2\n`;
      const argv = ["mysql", "--defaults-extra-file=/dev/fd/3", "-NBe", "SELECT @@report_host"];
      const script = 'exec 3<<EOF\n$(cat)\nEOF\nexec "$@"';
      const result = await lab
        .host("app1")
        .tryExec(["bash", "-c", script, "bash", ...argv], { input: options });
      return result.stdout.trim();
    };
    const wanted = lab.host("db2").address;
    const limits = { timeout: 60_000 };
    await expect.poll(() => query(lab.names.proxyVip, haproxyPorts.write), limits).toBe(wanted);
    await expect.poll(() => query(lab.host("px2").address, routerPorts.write), limits).toBe(wanted);
    await expect.poll(() => query(lab.host("px1").address, haproxyPorts.read), limits).not.toBe(wanted);
    await expect.poll(() => lab.observe.addressHolders(lab.names.proxyVip), limits).toHaveLength(1);
  });

  it("comes back whole after a member got transactions of its own", async () => {
    const sql =
      "STOP GROUP_REPLICATION; SET GLOBAL super_read_only = OFF; CREATE DATABASE foreign_to_the_group;";
    await runRootSql(lab.host("db3"), sql, { timeoutMs: 60_000 });
    await lab.resetGroup();
    expect(await runRootSql(lab.host("db3"), "SHOW DATABASES LIKE 'foreign%';")).toEqual([]);
    expect((await observeGroup(lab.host("db3"))).map((member) => member.state)).toEqual(
      Array(3).fill("ONLINE"),
    );
  });

  it("comes back whole after a power failure that left a server with data that it cannot read", async () => {
    const db3 = lab.host("db3");
    const uuid = (await runRootSql(db3, "SELECT @@server_uuid"))[0]?.[0];
    await lab.fault.killMysql("db3", { restart: false });
    await db3.exec([
      "sh",
      "-c",
      "for file in /var/lib/mysql/undo_00*; do head -c 16777216 /dev/urandom >$file; done",
    ]);
    await db3.exec(["sh", "-c", "head -c 12582912 /dev/urandom >/var/lib/mysql/ibdata1"]);
    const said: string[] = [];
    await lab.resetGroup({ onProgress: (line) => said.push(line) });
    expect(said).toContainEqual(expect.stringMatching(/^db3 cannot read its data and gets those of a new/));
    const members = await observeGroup(lab.host("db1"));
    expect(members.map((member) => member.state)).toEqual(Array(3).fill("ONLINE"));
    expect((await runRootSql(db3, "SELECT @@server_uuid"))[0]?.[0]).toBe(uuid);
  });

  it("comes back whole after all of its hosts lost their power", async () => {
    for (const host of ["db1", "db2", "db3"] as const) await lab.fault.powerOff(host);
    await lab.resetGroup();
    expect((await lab.findPrimary())?.name).toBe("db1");
    expect((await observeGroup(lab.host("db1"))).map((member) => member.state)).toEqual(
      Array(3).fill("ONLINE"),
    );
  });
});
