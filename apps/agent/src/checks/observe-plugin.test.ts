import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ownDropIn, ownDropInFile } from "@primacy/core/greatdb-ha";
import { afterEach, beforeEach, expect, it } from "vitest";
import { observePlugin } from "./observe-plugin";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "primacy-plugin-"));
});
afterEach(() => rm(root, { recursive: true }));

const folder = "/usr/lib/mysql/plugin";
const look = () => observePlugin({ port: 3306, pluginFolder: folder }, AbortSignal.timeout(10_000), root);

async function addServer(pid: number, effective: string, ...args: string[]): Promise<void> {
  const own = path.join(root, "proc", String(pid));
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, "comm"), "mysqld\n");
  await writeFile(path.join(own, "status"), `Uid:\t27\t27\t27\t27\nCapPrm:\t0\nCapEff:\t${effective}\n`);
  await writeFile(path.join(own, "cmdline"), ["/usr/sbin/mysqld", ...args, ""].join("\0"));
}

it.each([
  ["0000000000003000", true, true],
  ["0000000000001000", true, false],
  ["0000000000002000", false, true],
  ["000001ffffffffff", true, true],
  ["0000000000000000", false, false],
])("capabilities are those that the process has in effect: %s", async (effective, hasNetAdmin, hasNetRaw) => {
  await addServer(7, effective);
  expect((await look()).server).toMatchObject({ pid: 7, hasNetAdmin, hasNetRaw });
});

const dropIn = (unit: string): string => path.join(root, ownDropInFile(unit));

it.each([
  ["0::/system.slice/mysql.service", "mysql.service"],
  ["0::/system.slice/system-mysqld.slice/mysqld@node1.service", "mysqld@node1.service"],
  ["4:memory:/x/mysql.service\n1:name=systemd:/system.slice/mariadb.service\n0::/", "mariadb.service"],
  ["0::/user.slice/user-0.slice/session-3.scope", null],
  ["0::/system.slice/containerd.service", null],
  ["0::/user.slice/user-1000.slice/user@1000.service/app.slice/mysql.service", null],
  ["0::/machine.slice/systemd-nspawn@db.service/payload/system.slice/mysql.service", null],
  ["0::/system.slice/mysql.service/../ssh.service", null],
])("the unit of a server is that of its control group: %s", async (groups, name) => {
  await addServer(7, "0");
  await writeFile(path.join(root, "proc/7/cgroup"), `${groups}\n`);
  expect((await look()).server?.unit).toBe(null);
  await mkdir(path.join(root, "run/systemd/system"), { recursive: true });
  expect((await look()).server?.unit?.name ?? null).toBe(name);
});

it("of the place of the unit's drop-in it tells whether nothing, exactly that one, or another file is there", async () => {
  await addServer(7, "0");
  await writeFile(path.join(root, "proc/7/cgroup"), "0::/system.slice/mysql.service\n");
  await mkdir(path.join(root, "run/systemd/system"), { recursive: true });
  const told = async () => (await look()).server?.unit?.dropIn;
  expect(await told()).toBe("missing");
  await mkdir(path.dirname(dropIn("mysql.service")), { recursive: true });
  expect(await told()).toBe("missing");
  await writeFile(dropIn("mysql.service"), ownDropIn);
  expect(await told()).toBe("same");
  await writeFile(dropIn("mysql.service"), `${ownDropIn}#\n`);
  expect(await told()).toBe("other");
});

it("of the command line the plugin's own options are told, and no other", async () => {
  const args = ["--defaults-extra-file=/x.cnf", "--init-file=secret", "--loose-greatdb-ha-port=1"];
  await addServer(7, "0", ...args);
  expect((await look()).server?.start).toMatchObject({
    extraFile: "/x.cnf",
    options: [{ name: "loose-greatdb-ha-port", value: "1" }],
  });
});

it("of several servers none is told, nor of none", async () => {
  expect(await look()).toMatchObject({ serverCount: 0, server: null });
  await addServer(7, "0");
  await addServer(8, "0");
  expect(await look()).toMatchObject({ serverCount: 2, server: null });
});

it("a library that is not there is missing, and one that is none for a server has no version", async () => {
  expect((await look()).library).toEqual({ kind: "missing" });
  await mkdir(path.join(root, folder), { recursive: true });
  expect((await look()).library).toEqual({ kind: "missing" });
  await writeFile(path.join(root, folder, "greatdb_ha.so"), "no library");
  expect((await look()).library).toMatchObject({ kind: "found", serverVersion: null, missing: null });
  await rm(path.join(root, folder, "greatdb_ha.so"));
  await mkdir(path.join(root, folder, "greatdb_ha.so"));
  expect((await look()).library).toEqual({ kind: "unreadable" });
});
