import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findVipManagers } from "./find-vip-managers";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "vip-managers-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function run(pid: number, ...args: string[]): void {
  runAs("0\t0\t0\t0", pid, ...args);
}

/** By real, effective, saved and file system's user. */
function runAs(users: string, pid: number, ...args: string[]): void {
  write(`/proc/${pid}/status`, `Name:\tx\nUid:\t${users}\n`);
  write(`/proc/${pid}/comm`, `${path.basename(args[0] ?? "")}\n`);
  write(`/proc/${pid}/cmdline`, `${args.join("\0")}\0`);
}

const keepalived = "/etc/keepalived/keepalived.conf";
const block = (address: string): string => `virtual_ipaddress {\n  ${address}/24 dev eth0\n}\n`;

test("a host without any has none", async () => {
  run(1, "/sbin/init");
  write(keepalived, "# virtual_ipaddress {\n# 10.0.0.100\n# }\n");
  expect(await findVipManagers({}, root)).toEqual([]);
});

test("Keepalived's addresses are found wherever its configuration includes them, running or not", async () => {
  write(keepalived, `include conf.d/*.conf\ninclude ${keepalived}\n`);
  write("/etc/keepalived/conf.d/b.conf", `include more/[a-m]?.{conf,vip}\n${block("10.0.0.100")}`);
  write("/etc/keepalived/conf.d/more/ab.vip", block("10.0.0.101"));
  write("/etc/keepalived/conf.d/more/xy.vip", block("10.0.0.102"));
  write("/etc/keepalived/conf.d/old.conf.rpmsave", block("10.0.0.103"));
  write("/etc/keepalived/conf.d/.hidden.conf", block("10.0.0.104"));
  const addresses = ["10.0.0.101", "10.0.0.100"];
  const resting = { kind: "keepalived", isRunning: false, addresses, evidence: keepalived };
  expect(await findVipManagers({}, root)).toEqual([resting]);
  run(12, "/usr/sbin/keepalived", "--dont-fork");
  const running = { ...resting, isRunning: true, evidence: `pid 12, ${keepalived}` };
  expect(await findVipManagers({}, root)).toEqual([running]);
});

test("addresses that a block includes belong to it", async () => {
  write(keepalived, "virtual_ipaddress {\n  include vips.list\n}\n");
  write("/etc/keepalived/vips.list", "10.0.0.100\n10.0.0.101\n");
  const [found] = await findVipManagers({}, root);
  expect(found?.addresses).toEqual(["10.0.0.100", "10.0.0.101"]);
});

test.each(["1000\t1000\t1000\t1000", "1000\t0\t0\t0"])(
  "no file is read because a process of another user names it: %j",
  async (users) => {
    write("/srv/k.conf", block("10.0.0.101"));
    write(keepalived, block("10.0.0.100"));
    runAs(users, 12, "keepalived", "-f", "/srv/k.conf");
    const [found] = await findVipManagers({}, root);
    expect(found).toMatchObject({ isRunning: true, addresses: ["10.0.0.100"] });
  },
);

test("a pattern that is none, or a file that is not there, is passed by", async () => {
  write(keepalived, `include conf.d/[z-a].conf\ninclude absent.conf\n${block("10.0.0.100")}`);
  write("/etc/keepalived/conf.d/b.conf", block("10.0.0.101"));
  const [found] = await findVipManagers({}, root);
  expect(found?.addresses).toEqual(["10.0.0.100"]);
});

test.each([
  ["keepalived", ["/usr/sbin/keepalived", "-f", "/srv/k.conf"], "/srv/k.conf", block("10.0.0.100")],
  ["keepalived", ["keepalived", "-n", "--use-file=/srv/k.conf"], "/srv/k.conf", block("10.0.0.100")],
  ["vip-manager", ["vip-manager", "--config=/srv/v.yml"], "/srv/v.yml", "ip: 10.0.0.100\n"],
  ["vip-manager", ["vip-manager"], "/etc/default/vip-manager.yml", "ip: 10.0.0.100\n"],
  ["vip-manager", ["vip-manager", "--ip", "10.0.0.100"], null, ""],
  ["vip-manager", ["vip-manager", "--ip=fd00:ab::100"], null, ""],
  ["ucarp", ["ucarp", "-i", "eth0", "-s", "10.0.0.1", "-a", "10.0.0.100"], null, ""],
  ["ucarp", ["ucarp", "--srcip=10.0.0.1", "--addr=10.0.0.100"], null, ""],
  ["ucarp", ["ucarp", "-a10.0.0.100"], null, ""],
  ["ucarp", ["ucarp"], "/etc/network/interfaces", "iface eth0 inet dhcp\n  ucarp-vip 10.0.0.100\n"],
  [
    "pacemaker",
    ["/usr/sbin/pacemakerd"],
    "/var/lib/pacemaker/cib/cib.xml",
    '<primitive id="v" type="IPaddr2"><nvpair id="i" name="ip" value="10.0.0.100"/></primitive>',
  ],
])("%s that runs as %j has the address that it says in %s", async (kind, args, file, text) => {
  const address = args.join().includes("fd00") ? "fd00:ab::100" : "10.0.0.100";
  run(40, ...args);
  if (file !== null) write(file, text);
  const evidence = file === null ? "pid 40" : `pid 40, ${file}`;
  expect(await findVipManagers({}, root)).toEqual([
    { kind, isRunning: true, addresses: [address], evidence },
  ]);
});

test.each(["keepalived", "vip-manager", "pacemakerd", "ucarp"])(
  "%s that runs and says nowhere which addresses it moves is found without any",
  async (program) => {
    run(40, program);
    expect(await findVipManagers({}, root)).toMatchObject([
      { isRunning: true, addresses: [], evidence: "pid 40" },
    ]);
  },
);

test("the server's own plugin moves addresses where its variable is on", async () => {
  const variables = {
    greatdb_ha_enable_mgr_vip: "ON",
    greatdb_ha_mgr_vip_ip: "10.0.0.100",
    greatdb_ha_mgr_read_vip_ips: "10.0.0.101,fd00:ab::102",
  };
  const addresses = ["10.0.0.100", "10.0.0.101", "fd00:ab::102"];
  const [on] = await findVipManagers(variables, root);
  expect(on).toMatchObject({ kind: "greatdb_ha", isRunning: true, addresses });
  const [off] = await findVipManagers({ ...variables, greatdb_ha_enable_mgr_vip: "OFF" }, root);
  expect(off).toMatchObject({ kind: "greatdb_ha", isRunning: false, addresses });
});
