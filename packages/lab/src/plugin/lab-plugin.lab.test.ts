import { controlService } from "@primacy/host-acts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isLongRun } from "../fixture/long-run";
import { acquireTestLab, type TestLab } from "../fixture/test-lab";
import type { Lab } from "../lab";
import { joinRows, runRootSql } from "../mysql/root-sql";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames } from "../roster";

let held: TestLab;
let lab: Lab;
let vip: string;
let obstacle: string | null = null;

/** Which the lab's my.cnf includes. */
const optionFile = "/etc/mysql/lab.d/greatdb-ha.cnf";

beforeAll(async () => {
  held = await acquireTestLab({ with: ["mysql"] });
  lab = held.lab;
  obstacle = await lab.plugin.findObstacle();
  vip = `${lab.names.network}.100`;
  held.standing.ignoreAddress(vip);
  await takeCapabilities("db1");
});
beforeEach(({ skip }) => {
  if (obstacle === null) return;
  process.stderr.write(`SKIPPED: ${obstacle}\n`);
  skip(obstacle);
});
afterAll(async () => {
  await lab?.resetGroup();
  for (const name of databaseNames) {
    await lab?.plugin.remove(name);
    await lab?.host(name).exec(["rm", "-f", optionFile]);
  }
  await held?.release();
});

const sql = (name: DatabaseName, text: string): Promise<string[][]> =>
  runRootSql(lab.host(name), text, { timeoutMs: 60_000 });

async function onAll(text: string): Promise<void> {
  await Promise.all(databaseNames.map((name) => sql(name, text)));
}

/** Sets variables of the plugin on all members, and for their next starts. */
async function configure(values: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(values).map(([name, value]) => `loose_greatdb_ha_${name} = ${value}\n`);
  for (const name of databaseNames) await lab.host(name).writeFile(optionFile, `[mysqld]\n${lines.join("")}`);
  for (const [name, value] of Object.entries(values))
    await onAll(`SET GLOBAL greatdb_ha_${name} = ${value === "ON" ? value : `'${value}'`}`);
}

/** What is in the kernel there of the address, as `ip` shows it; empty without it. */
async function showVip(name: DatabaseName): Promise<string> {
  const { stdout } = await lab.host(name).exec(["ip", "-o", "address", "show", "to", vip]);
  return stdout.replaceAll(/\s+/g, " ").trim();
}

async function expectHolders(names: readonly DatabaseName[], timeout = 60_000): Promise<void> {
  await expect.poll(async () => (await lab.observe.addressHolders(vip)).sort(), { timeout }).toEqual(names);
}

async function switchTo(name: DatabaseName): Promise<void> {
  const uuid = joinRows(await sql(name, "SELECT @@server_uuid"));
  // The group refuses it while it ends the action before.
  const order = `SELECT group_replication_set_as_primary('${uuid}')`;
  await expect.poll(() => sql(name, order), { timeout: 60_000 }).toBeDefined();
}

async function waitForOnline(name: DatabaseName): Promise<void> {
  const text =
    "SELECT member_state FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid";
  const isOnline = async (): Promise<true | undefined> =>
    joinRows(await sql(name, text).catch(() => [])) === "ONLINE" ? true : undefined;
  await waitFor(`${name} to be ONLINE`, isOnline, { timeoutMs: 90_000 });
}

/** A server that another test started with them has them until it is started again. */
async function takeCapabilities(name: DatabaseName): Promise<void> {
  const script = "grep CapEff /proc/$(pidof -s mysqld)/status";
  const { stdout } = await lab.host(name).exec(["sh", "-c", script]);
  if (/\s0+$/.test(stdout.trim())) return;
  await controlService(lab.host(name), "mysql", "restart", { timeoutMs: 120_000 });
  await lab.resetGroup();
}

async function restartWithCapabilities(name: DatabaseName): Promise<void> {
  await lab.plugin.grantCapabilities(name);
  await controlService(lab.host(name), "mysql", "restart", { timeoutMs: 120_000 });
  await waitForOnline(name);
}

async function readLog(name: DatabaseName): Promise<string> {
  return joinRows(
    await sql(name, "SELECT data FROM performance_schema.error_log WHERE data LIKE '%greatdb_ha%'"),
  );
}

it("is loaded by a real server with the variables of its release, whose rules it keeps", async () => {
  for (const name of databaseNames) {
    await lab.plugin.place(name);
    await lab.plugin.install(name);
  }
  const shown = Object.fromEntries(await sql("db3", "SHOW GLOBAL VARIABLES LIKE 'greatdb\\_ha\\_%'"));
  expect(Object.keys(shown).map((name) => name.replace("greatdb_ha_", ""))).toEqual([
    ...["enable_mgr_vip", "force_change_mgr_vip", "force_wait_timeout", "gateway_address"],
    ...["mgr_exit_primary_kill_connection_mode", "mgr_read_vip_floating_type", "mgr_read_vip_ips"],
    ...["mgr_vip_ip", "mgr_vip_label", "mgr_vip_mask", "mgr_vip_nic", "send_arp_packge_times", "vip_tope"],
  ]);
  // A server that was started with an option file keeps what that said of the others, also without the file.
  expect(shown).toMatchObject({
    greatdb_ha_force_wait_timeout: "5",
    greatdb_ha_gateway_address: "",
    greatdb_ha_mgr_read_vip_floating_type: "TO_PRIMARY",
    greatdb_ha_mgr_vip_mask: "255.255.255.0",
    greatdb_ha_send_arp_packge_times: "5",
  });
  const status = await sql("db3", "SHOW GLOBAL STATUS LIKE 'greatdb\\_ha\\_%'");
  expect(status.map(([name]) => name?.toLowerCase())).toEqual([
    "greatdb_ha_last_ping_fail_time",
    "greatdb_ha_last_ping_succ_time",
  ]);
  const refused: readonly (readonly [string, RegExp])[] = [
    ["mgr_vip_ip = '10.0.0'", /vip format is incorrect/],
    ["mgr_vip_nic = 'averylongname0'", /max length is 12 bytes/],
    ["mgr_vip_label = 'ab'", /not one character/],
    ["mgr_read_vip_ips = '10.0.0.1,nonsense'", /read vip format is incorrect/],
    ["vip_tope = ''", /only run in primary node/],
  ];
  for (const [text, reason] of refused)
    await expect(sql("db3", `SET GLOBAL greatdb_ha_${text}`)).rejects.toThrow(reason);
  await expect(sql("db1", "SET GLOBAL greatdb_ha_gateway_address = '10.0.0.1'")).rejects.toThrow(
    /CAP_NET_RAW/,
  );
  await sql("db3", "SET GLOBAL greatdb_ha_send_arp_packge_times = 50");
  expect(await sql("db3", "SELECT @@greatdb_ha_send_arp_packge_times")).toEqual([["20"]]);
});

it("says so in the server's log, and binds nothing, without the capability", async () => {
  await configure({ mgr_vip_nic: "eth0", mgr_vip_ip: vip, enable_mgr_vip: "ON" });
  await expect.poll(() => readLog("db1"), { timeout: 20_000 }).toContain(`try to bind vip : ${vip} failed`);
  expect(await readLog("db1")).toContain("bind AF_INET SIOCSIFADDR Operation not permitted");
  expect(await lab.observe.addressHolders(vip)).toEqual([]);
});

it("holds the address on the primary under an alias, and the one before lets go only when it is told", async () => {
  await Promise.all((["db2", "db3"] as const).map(restartWithCapabilities));
  await switchTo("db2");
  await expectHolders(["db2"]);
  expect(await showVip("db2")).toContain(`inet ${vip}/24`);
  expect(await showVip("db2")).toContain("eth0:0");
  // The account of the recovery channel may not call the functions of the others.
  await switchTo("db3");
  await expectHolders(["db2", "db3"]);
  const user = lab.credentials.replication.user;
  await sql("db3", `GRANT REPLICATION_SLAVE_ADMIN ON *.* TO '${user}'@'%'`);
  await sql("db3", "SET GLOBAL greatdb_ha_force_change_mgr_vip = ON");
  await expectHolders(["db3"]);
  expect(await sql("db3", "SELECT @@greatdb_ha_force_change_mgr_vip")).toEqual([["0"]]);
  const [[uuid = ""] = []] = await sql("db3", "SELECT @@server_uuid");
  expect(joinRows(await sql("db3", "SELECT @@greatdb_ha_vip_tope"))).toContain(`${uuid}::${vip}`);
  expect(joinRows(await sql("db3", "SELECT HA_GET_BIND_VIPS('1', 1)"))).toBe(`0${vip}`);
});

it("leaves the address behind: switched off, not reachable without TLS, killed", async () => {
  await onAll("SET GLOBAL greatdb_ha_enable_mgr_vip = OFF");
  await onAll("SET GLOBAL require_secure_transport = ON; SET GLOBAL greatdb_ha_enable_mgr_vip = ON");
  await switchTo("db2");
  await expectHolders(["db2", "db3"]);
  await onAll("SET GLOBAL require_secure_transport = OFF");
  await sql("db2", "SET GLOBAL greatdb_ha_force_change_mgr_vip = ON");
  await expectHolders(["db2"]);

  await lab.fault.killMysql("db2", { restart: false });
  await waitForAnotherPrimary();
  expect(await showVip("db2")).not.toBe("");
  // The server that loads it again lets go of what the killed one left.
  await lab.fault.startMysql("db2");
  await expect.poll(() => showVip("db2"), { timeout: 30_000 }).toBe("");
});

/** Waits until another member than db2 is the primary. */
async function waitForAnotherPrimary(): Promise<void> {
  const text =
    "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_role = 'PRIMARY' AND member_state = 'ONLINE' AND member_id = @@server_uuid";
  await waitFor(
    "another primary",
    async () => {
      const counts = await Promise.all((["db1", "db3"] as const).map((name) => sql(name, text)));
      return counts.some((rows) => joinRows(rows) === "1") ? true : undefined;
    },
    { timeoutMs: 60_000 },
  );
}

it("lets go when it is uninstalled or Group Replication stops, and leaves nothing once it is removed", async () => {
  await waitForOnline("db2");
  await switchTo("db3");
  await expectHolders(["db3"]);
  await lab.plugin.uninstall("db3");
  await expectHolders([]);
  await switchTo("db2");
  await expectHolders(["db2"]);
  await sql("db2", "STOP GROUP_REPLICATION");
  await expectHolders([]);
  await sql("db1", "SET PERSIST greatdb_ha_mgr_vip_label = 'x'");
  for (const name of databaseNames) await lab.plugin.remove(name);
  for (const name of databaseNames) {
    expect(await lab.plugin.isPlaced(name)).toBe(false);
    expect(await sql(name, "SELECT * FROM mysql.plugin WHERE name = 'greatdb_ha'")).toEqual([]);
    expect(joinRows(await sql(name, "SELECT * FROM performance_schema.persisted_variables"))).not.toContain(
      "greatdb_ha",
    );
  }
});

if (isLongRun) {
  it("is refused by a server of another version, and has the variables of an older release as that one", async () => {
    await lab.plugin.place("db3", { serverVersion: 90705 });
    await expect(lab.plugin.install("db3")).rejects.toThrow(/greatdb_ha/);
    await lab.plugin.place("db3", { release: "8.0.32-25" });
    await lab.plugin.install("db3");
    const older = await sql("db3", "SHOW GLOBAL VARIABLES LIKE 'greatdb\\_ha\\_%'");
    expect(older.map(([name]) => name)).toContain("greatdb_ha_port");
    expect(older.map(([name]) => name)).not.toContain("greatdb_ha_mgr_vip_label");
    await expect(sql("db3", "SET GLOBAL greatdb_ha_port = '3399'")).rejects.toThrow(/read only/);
    await lab.plugin.remove("db3");
  });

  it("keeps the address on a primary without a majority, for as long as that one stays in the group", async () => {
    await lab.resetGroup();
    for (const name of databaseNames) {
      await lab.plugin.place(name);
      await lab.plugin.install(name);
    }
    await configure({ mgr_vip_nic: "eth0", mgr_vip_ip: vip, enable_mgr_vip: "ON" });
    await restartWithCapabilities("db2");
    const timeout = "SET GLOBAL group_replication_unreachable_majority_timeout";
    await onAll(`${timeout} = 0`);
    await switchTo("db2");
    await expectHolders(["db2"]);
    await lab.fault.cut({ from: ["db2"], to: ["db1", "db3"] });
    await waitForAnotherPrimary();
    const states = "SELECT member_state FROM performance_schema.replication_group_members";
    await expect
      .poll(async () => joinRows(await sql("db2", states)), { timeout: 30_000 })
      .toContain("UNREACHABLE");
    expect(await showVip("db2")).not.toBe("");
    await lab.resetGroup();
    await onAll(`${timeout} = 4`);
  });
}
