import { readFile } from "node:fs/promises";
import {
  DrillCheck,
  type EndpointWay,
  type Host,
  type Operation,
  ProxyHealth,
  ProxyRequest,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { isLongRun, joinRows, type LabHost, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectServer } from "../../mysql/connect-server";
import { describe as describeOperation } from "../../testing/lab-cluster";
import { seeEndpoint } from "../../testing/see-endpoint";
import { type SharedCluster, shareCluster } from "../../testing/shared-cluster";

const actor = systemActor("test");
const names = ["px1", "px2"] as const;
const databases = ["db1", "db2", "db3"] as const;
const [haproxyFile, keepalivedFile] = ["/etc/haproxy/haproxy.cfg", "/etc/keepalived/keepalived.conf"];
const patience = { timeout: 90_000, interval: 200 };

const serviceOf = (file: string): string => file.replace(/^.*\/|\..*$/g, "");
/** Puts away the files of a host that has both, with an idle one in their place, as a package has it; and notes which service ran. */
const putAway = [keepalivedFile, haproxyFile]
  .map((file) => [file, serviceOf(file)])
  .map(
    ([file, service]) =>
      `if [ -e ${file} ]; then if service ${service} status; then touch ${file}.ran; fi; service ${service} stop; mv ${file} ${file}.lab; fi`,
  )
  .concat(`if [ -e ${haproxyFile}.lab ]; then echo global > ${haproxyFile}; fi`)
  .join("; ");
const bringBack = [haproxyFile, keepalivedFile]
  .map((file) => [file, serviceOf(file)])
  .map(
    ([file, service]) =>
      `if [ -e ${file}.lab ]; then mv ${file}.lab ${file}; fi; if [ -e ${file}.ran ]; then rm ${file}.ran; service ${service} start; fi`,
  )
  .join("; ");

let here: SharedCluster;
let machines: LabHost[];
let hosts: Host[];
let address: string;
/** What the hosts had in both places before. */
let before: string[];

beforeAll(async () => {
  here = await shareCluster();
  machines = names.map((name) => here.lab.host(name));
  address = here.lab.host("db1").address.replace(/\d+$/, "110");
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  const sign = { user: "root", credential: { kind: "key", privateKey } } as const;
  hosts = await Promise.all(machines.map((machine) => here.addHost(machine, sign)));
  // A lab may bring an HAProxy and a Keepalived of its own there, which would count as somebody's, rightly.
  for (const machine of machines) await machine.exec(["sh", "-c", putAway]);
  before = await Promise.all(machines.map(readFiles));
  const installed = await Promise.all(
    hosts.map((host) => here.run("agent.install", host, { hostOperator: true })),
  );
  for (const one of installed) expect(describeOperation(one)).toMatchObject({ state: "succeeded" });
}, 300_000);
async function removeProxies(): Promise<void> {
  for (const { id } of await here.opened.database.proxies.listByCluster(here.clusterId))
    await here.perform("proxy.remove", here.clusterId, { proxyId: id });
}

afterEach(async () => {
  await allowDrills(false);
  await removeProxies();
  for (const { id } of await here.opened.database.endpoints.listCustom(here.clusterId))
    await here.opened.database.transact(actor, (unit) => unit.endpoints.remove(here.clusterId, id));
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => here.run("agent.remove", host)));
  for (const host of hosts) {
    await here.opened.database.transact(actor, async (unit) => {
      await unit.agents.remove(host.id);
      await unit.hosts.remove(host.id);
    });
  }
  for (const machine of machines) await machine.exec(["sh", "-c", bringBack]);
  await here.giveBack();
}, 300_000);

const read = async (machine: LabHost, path: string): Promise<string | null> => {
  const { exitCode, stdout } = await machine.tryExec(["cat", path]);
  return exitCode === 0 ? stdout : null;
};

async function readFiles(machine: LabHost): Promise<string> {
  return JSON.stringify([await read(machine, haproxyFile), await read(machine, keepalivedFile)]);
}

const state = async (machine: LabHost, service: string): Promise<number | null> =>
  (await machine.tryExec(["service", service, "status"])).exitCode;

const holds = async (machine: LabHost): Promise<boolean> =>
  (await machine.exec(["ip", "-brief", "address", "show", "to", address])).stdout.trim() !== "";

/** Which of the hosts holds the address; null: none or more than one does. */
async function findHolder(): Promise<LabHost | null> {
  const held = await Promise.all(machines.map(holds));
  const holders = machines.filter((_, at) => held[at]);
  return holders.length === 1 ? (holders[0] ?? null) : null;
}

function ask(): ProxyRequest {
  return ProxyRequest.parse({
    kind: "haproxy",
    hostIds: hosts.map(({ id }) => id),
    address,
    prefixLength: 24,
    virtualRouterId: 77,
  });
}

async function install(): Promise<Operation> {
  return here.perform("proxy.install", here.clusterId, { proxy: ask() });
}

/** What the console says of the proxy. */
async function look(proxyId: string): Promise<object> {
  const { result } = await here.perform("proxy.look", here.clusterId, { proxyId });
  const health = ProxyHealth.parse(result);
  return {
    ways: health.ways.map(({ way, leadsTo, isRight }) =>
      // Members are called as their hosts are, with a random end here.
      [way, way === "write" ? leadsTo?.split("-")[0] : null, isRight ? "right" : "wrong"]
        .filter((one) => one !== null)
        .join(" "),
    ),
    holders: health.hosts.flatMap(({ name, holdsAddress }) => (holdsAddress === true ? [name] : [])),
    serving: health.hosts.filter(({ isServing }) => isServing).length,
  };
}

/** The server that answers on a port of the address, as a client sees it. */
async function answering(port: number): Promise<string> {
  const { user, password } = here.lab.credentials.admin;
  const signal = AbortSignal.timeout(30_000);
  const connection = await connectServer({ address, port, authority: null }, { user, password }, signal);
  try {
    const [row] = await connection.query("SELECT @@hostname AS name", { signal });
    return String(row?.name);
  } finally {
    connection.close();
  }
}

/** What the watch of the cluster sees of an endpoint by itself. */
const see = (way: EndpointWay): Promise<string> => seeEndpoint(here.opened.database, here.clusterId, way);

/** Stops a proxy that leads to db2 and starts it again; in between nobody gets in, and nobody takes that for a failure. */
async function stopAndStart(proxyId: string): Promise<void> {
  const [first] = machines;
  const own = first === undefined ? null : await read(first, haproxyFile);
  if (first === undefined || own === null) throw new Error("the proxy has no file");
  // Where one file is not Primacy's, nothing is stopped, not even for a while.
  await first.writeFile(haproxyFile, own.replace(proxyId, hosts[0]?.id ?? ""));
  const refused = await here.perform("proxy.stop", here.clusterId, { proxyId });
  expect(describeOperation(refused)).toMatchObject({ state: "failed", steps: [] });
  expect(JSON.stringify(refused)).toContain(`${haproxyFile} of ${hosts[0]?.name} is not what Primacy wrote`);
  await first.writeFile(haproxyFile, own);
  expect(await answering(3307)).toBe("db2");
  expect(await here.opened.database.proxies.find(proxyId)).not.toHaveProperty("stopped");

  const stopped = await here.perform("proxy.stop", here.clusterId, { proxyId });
  expect(describeOperation(stopped)).toMatchObject({ state: "succeeded" });
  await expect(answering(3307)).rejects.toThrow();
  for (const machine of machines) expect(await leftOn(machine)).toBe("");
  await expect.poll(() => see("haproxy_write"), patience).toBe("off");
  const started = await here.perform("proxy.start", here.clusterId, { proxyId });
  expect(describeOperation(started)).toMatchObject({ state: "succeeded" });
  expect(await answering(3307)).toBe("db2");
  await expect.poll(() => see("haproxy_write"), patience).toMatch(/^right db2 PRIMARY/);
}

async function leftOn(machine: LabHost): Promise<string> {
  return (await machine.tryExec(["sh", "-c", "pgrep -x haproxy; pgrep -x keepalived; true"])).stdout.trim();
}

test("HAProxy and Keepalived are set up on two hosts, lead to the primary, survive the end of HAProxy on the holder, follow a switchover, and leave nothing when they are removed", async () => {
  const checked = await here.perform("proxy.check", here.clusterId, { proxy: ask() });
  expect(checked.result).toMatchObject({ report: { hasFailures: false } });
  const installed = await install();
  expect(describeOperation(installed)).toMatchObject({ state: "succeeded" });
  expect(installed.result).toMatchObject({ proxyId: installed.id });
  // A server that was slow to answer one check is none for the proxy until the next.
  await expect.poll(() => answering(3307).catch(String), patience).toBe("db1");
  await expect.poll(() => answering(3308).catch(String), patience).toMatch(/^db[23]$/);

  const holder = await waitFor(
    "one host to hold the address",
    async () => (await findHolder()) ?? undefined,
    {
      timeoutMs: 60_000,
    },
  );
  await expect
    .poll(() => look(installed.id), patience)
    .toEqual({
      ways: ["write db1 right", "read right"],
      holders: [hosts[machines.indexOf(holder)]?.name],
      serving: 2,
    });
  const carrier = hosts[machines.indexOf(holder)]?.name ?? "";
  await expect.poll(() => see("haproxy_write"), patience).toBe(`right db1 PRIMARY ${carrier}`);
  await expect
    .poll(() => see("haproxy_read"), patience)
    .toMatch(new RegExp(`^right db[23] SECONDARY ${carrier}$`));
  // An address that somebody stored for writes, and that ends at a secondary.
  const stray = { name: "stray", address, port: 3308, purpose: "write" } as const;
  await here.opened.database.transact(actor, (unit) => unit.endpoints.create(here.clusterId, stray));
  await expect.poll(() => see("custom"), patience).toMatch(/^wrong db[23] SECONDARY/);

  await holder.exec(["service", "haproxy", "stop"], { timeoutMs: 60_000 });
  const next = machines.find((one) => one !== holder);
  await expect.poll(async () => (await findHolder())?.name, patience).toBe(next?.name);
  await expect.poll(() => answering(3307).catch(String), patience).toBe("db1");
  await holder.exec(["service", "haproxy", "start"], { timeoutMs: 60_000 });

  await runRootSql(
    here.lab.host("db1"),
    `SELECT group_replication_set_as_primary('${joinRows(await runRootSql(here.lab.host("db2"), "SELECT @@server_uuid"))}')`,
  );
  await expect.poll(() => answering(3307).catch(String), patience).toBe("db2");
  await expect.poll(() => answering(3308).catch(String), patience).not.toBe("db2");
  await expect.poll(() => see("haproxy_write"), patience).toMatch(/^right db2 PRIMARY/);
  await stopAndStart(installed.id);

  const removed = await here.perform("proxy.remove", here.clusterId, { proxyId: installed.id });
  expect(describeOperation(removed)).toMatchObject({ state: "succeeded" });
  expect(await Promise.all(machines.map(readFiles))).toEqual(before);
  await expect.poll(() => Promise.all(machines.map(leftOn)), patience).toEqual(["", ""]);
  await expect.poll(() => Promise.all(machines.map(holds)), patience).toEqual([false, false]);
  expect(await here.opened.database.proxies.listByCluster(here.clusterId)).toEqual([]);
  expect(await see("haproxy_write")).toBe("");
  await expect.poll(askRoles, patience).toEqual(["refused", "refused", "refused"]);
}, 600_000);

/** A drill that kills a program on the host that has the address, which is healed; that host, and what the drill came to. */
async function drill(program: "haproxy" | "keepalived") {
  const asked = {
    fault: { kind: "kill_proxy", proxyId: null, program, restarts: false },
    endpoints: [{ address, port: 3307 }],
    observerHostId: here.hostNamed("db3").id,
    objectiveMs: 60_000,
  } as const;
  const { proxy, plan } = await waitFor(
    "a drill that nothing stands against",
    async () => {
      const { result } = await here.perform("drill.check", here.clusterId, asked);
      const { report, proxy, plan } = DrillCheck.parse(result);
      return report.hasFailures || proxy === undefined ? undefined : { proxy, plan };
    },
    { timeoutMs: 60_000, intervalMs: 500 },
  );
  const operation = await here.perform("drill", here.clusterId, asked);
  expect(describeOperation(operation)).toMatchObject({ state: "succeeded" });
  const found = await here.opened.database.drills.find(operation.id);
  if (found === null) throw new Error("the drill is not there");
  const told = JSON.stringify({ verdict: found.verdict, marks: found.findings?.marks });
  expect(found, told).toMatchObject({ heal: "healed", lostWrites: 0, proxy });
  const machine = machines[hosts.findIndex(({ id }) => id === proxy.hostId)];
  if (machine === undefined) throw new Error("another host than those of the proxy");
  return { found, machine, consequences: plan.consequences.map(({ text }) => text), told };
}

async function allowDrills(allowsDrills: boolean): Promise<void> {
  await here.opened.database.transact(actor, (unit) =>
    unit.clusters.change(here.clusterId, null, { allowsDrills }),
  );
}

if (isLongRun)
  test("HAProxy that dies in a drill stays down until it is healed: clients are led elsewhere within seconds, and nothing is lost", async () => {
    expect(describeOperation(await install())).toMatchObject({ state: "succeeded" });
    await allowDrills(true);
    const { found, machine, told } = await drill("haproxy");
    expect(found.verdict?.kind, told).toBe("passed");
    expect(found.worstWriteGapMs, told).toBeGreaterThan(500);
    // Each run shows by the lanes below that clients are led elsewhere before it is healed; how soon, takes a processor.
    if (isLongRun) expect(found.worstWriteGapMs, told).toBeLessThan(15_000);
    const effect = found.findings?.marks.find(({ phase }) => phase === "in_effect");
    expect(effect?.detail?.text, told).toContain("No HAProxy runs on this host.");
    expect(effect?.seenBy).toBe(found.proxy?.host);
    // Each host is asked by itself, with the address or without: the one whose HAProxy died refused, the other led to the primary all the while.
    const lanes = found.findings?.lanes.proxies ?? [];
    expect(lanes.map(({ host, port }) => `${host}:${port}`).sort()).toEqual(
      hosts.map(({ name }) => `${name}:3307`).sort(),
    );
    const [own, other] = [true, false].map((isOwn) =>
      lanes
        .filter(({ host }) => (host === found.proxy?.host) === isOwn)
        .flatMap(({ spans }) => spans.filter(({ state }) => state !== null)),
    );
    for (const spans of [own, other])
      expect(`${spans?.[0]?.state} ${spans?.[0]?.server}`, JSON.stringify(lanes)).toMatch(/^leads db\d/);
    const dead = own?.find(({ state }) => state === "nowhere");
    expect(dead, JSON.stringify(lanes)).toBeDefined();
    // A check that a busy server answered too late may have led the other nowhere too, for a moment.
    const isMeanwhile = ({ fromMs, toMs }: { fromMs: number; toMs: number }): boolean =>
      fromMs < (dead?.toMs ?? 0) && toMs > (dead?.fromMs ?? 0);
    const meanwhile = other?.filter(isMeanwhile).map(({ state }) => state);
    expect(meanwhile, JSON.stringify(lanes)).toContain("leads");
    expect(await state(machine, "haproxy")).toBe(0);
    // Who comes back takes nothing away.
    expect((await findHolder())?.name).not.toBe(machine.name);
  }, 300_000);

if (isLongRun)
  test("Keepalived that dies in a drill leaves the address on its host until it is healed, and another one takes it when the plan says", async () => {
    const usual = address;
    // Two hosts have it for a while, which no other address of the lab may.
    address = here.lab.names.proxyVip;
    try {
      expect(describeOperation(await install())).toMatchObject({ state: "succeeded" });
      await allowDrills(true);
      const { found, machine, consequences, told } = await drill("keepalived");
      expect(found.verdict?.kind, told).toBe("passed");
      expect(consequences).toContainEqual(
        expect.stringMatching(/takes the address 2\.\d+ s to 3\.\d+ s later/),
      );
      expect(await state(machine, "keepalived")).toBe(0);
      // Started again, it puts away what it left when it died.
      await expect.poll(async () => (await findHolder())?.name, patience).toBeDefined();
      expect((await findHolder())?.name).not.toBe(machine.name);
    } finally {
      await removeProxies();
      address = usual;
    }
  }, 300_000);

test("a configuration that somebody wrote by hand is refused with the sections that are in it, and is untouched", async () => {
  const [machine] = machines;
  if (machine === undefined) throw new Error("no px1");
  const written = "# orders\nlisten orders\n    bind *:3399\n    server a 10.9.0.1:3306\n";
  const packaged = await read(machine, haproxyFile);
  await machine.writeFile(haproxyFile, written);
  try {
    const checked = await here.perform("proxy.check", here.clusterId, { proxy: ask() });
    expect(checked.result).toMatchObject({ report: { hasFailures: true }, plan: { steps: [] } });
    const refused = await install();
    expect(refused).toMatchObject({ state: "failed" });
    expect(JSON.stringify(refused.problem)).toContain("listen orders");
    expect(await read(machine, haproxyFile)).toBe(written);
    expect(await here.opened.database.proxies.listByCluster(here.clusterId)).toEqual([]);
  } finally {
    await machine.writeFile(haproxyFile, packaged ?? "");
  }
  expect(await readFiles(machine)).toBe(before[0]);
}, 300_000);

if (isLongRun)
  test("a Keepalived that does not stay up has everything undone, on the other host too", async () => {
    const [, machine] = machines;
    if (machine === undefined) throw new Error("no px2");
    const program = "/usr/sbin/keepalived";
    // It takes every configuration, and ends when it is to run.
    const broken = `#!/bin/sh\ncase "$*" in *--version*|*-v*) echo 'Keepalived v2.3.4' >&2 ;; *-t*) ;; *) exit 1 ;; esac\n`;
    await machine.exec(["mv", program, `${program}.kept`]);
    await machine.writeFile(program, broken, 0o755);
    try {
      const undone = await install();
      expect(describeOperation(undone)).toMatchObject({ state: "undone" });
      expect(undone.problem?.message.text).toContain("keepalived");
    } finally {
      await machine.exec(["mv", `${program}.kept`, program]);
    }
    expect(await Promise.all(machines.map(readFiles))).toEqual(before);
    expect(await Promise.all(machines.map(leftOn))).toEqual(["", ""]);
    expect(await Promise.all(machines.map((one) => state(one, "haproxy")))).not.toContain(0);
    expect(await here.opened.database.proxies.listByCluster(here.clusterId)).toEqual([]);
    expect(await askRoles()).toEqual(["refused", "refused", "refused"]);
  }, 300_000);

/** What each member's host answers on the port of the checks: the status, or that nothing listens. */
async function askRoles(): Promise<string[]> {
  return Promise.all(
    databases.map(async (name) => {
      const url = `http://${here.lab.host(name).address}:7434/primary`;
      return fetch(url).then(
        ({ status }) => String(status),
        () => "refused",
      );
    }),
  );
}
