import { isRefusal, MigrationGap, type OperationStep } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { databaseNames, isLongRun, type LabHost, monotonicMs, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describe as describeOperation } from "../../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../../testing/shared-cluster";

const actor = systemActor("test");
const file = "/etc/keepalived/keepalived.conf";
/** Debian's own script does not say whether Keepalived runs; those of systemd and RHEL do. */
const script = "/etc/init.d/keepalived";
const status =
  "start-stop-daemon --status --quiet --pidfile /var/run/keepalived.pid --exec /usr/sbin/keepalived";
const tellStatus = `cp -n ${script} ${script}.lab; sed -i 's#^  stop)#  status)\\n${status}\\nexit $?\\n;;\\n  stop)#' ${script}`;
const patience = { timeout: 90_000, interval: 200 };

let here: SharedCluster;
let machines: readonly LabHost[];
let address: string;

/** As somebody wrote it by hand, with comments and a check: the primary's host is preferred. */
function configOf(machine: LabHost): string {
  const peers = machines.filter((one) => one !== machine).map((one) => `        ${one.address}`);
  return `! orders, ${machine.name}
global_defs {
    router_id ${machine.name}   # 数据库
    script_user root
    enable_script_security
}

vrrp_script chk_mysql {
    script "/usr/bin/pidof -q mysqld"   # the port alone says nothing
    interval 1
}

vrrp_instance VI_1 {
    state BACKUP
    interface eth0
    virtual_router_id 88
    priority ${150 - 10 * machines.indexOf(machine)}
    advert_int 1
    unicast_src_ip ${machine.address}
    unicast_peer {
${peers.join("\n")}
    }
    virtual_ipaddress {
        ${address}/24 dev eth0
    }
    track_script {
        chk_mysql
    }
}`;
}

beforeAll(async () => {
  here = await shareCluster();
  machines = databaseNames.map((name) => here.lab.host(name));
  address = here.lab.host("db1").address.replace(/\d+$/, "120");
  for (const { name } of machines)
    expect(describeOperation(await here.run("operator.enable", here.hostNamed(name)))).toMatchObject({
      state: "succeeded",
    });
  for (const machine of machines) {
    await machine.exec(["sh", "-c", `mkdir -p /etc/keepalived; ${tellStatus}`]);
    await machine.writeFile(file, configOf(machine), 0o640);
    await machine.exec(["service", "keepalived", "start"], { timeoutMs: 60_000 });
  }
  const isOnFirst = async (): Promise<true | undefined> =>
    (await findHolders()).join() === "db1" ? true : undefined;
  await waitFor("db1 alone to hold the address", isOnFirst, { timeoutMs: 60_000 });
}, 300_000);
/** Whatever a test left, the next one begins with Keepalived on all hosts. */
afterEach(async () => {
  for (const { address: migrated } of await here.opened.database.migrations.listByCluster(here.clusterId))
    await here.perform("migration.run", here.clusterId, {
      migration: { to: "keepalived", address: migrated },
    });
}, 300_000);
afterAll(async () => {
  for (const machine of machines)
    await machine.exec(["sh", "-c", `service keepalived stop; rm -f ${file}; mv ${script}.lab ${script}`], {
      timeoutMs: 60_000,
    });
  for (const { name } of machines) await here.run("operator.disable", here.hostNamed(name));
  await here.giveBack();
}, 300_000);

async function findHolders(): Promise<string[]> {
  const held = await Promise.all(
    machines.map(async (one) =>
      (await one.exec(["ip", "-o", "address", "show", "to", address])).stdout.trim(),
    ),
  );
  return machines.flatMap(({ name }, at) => (held[at] === "" ? [] : [name]));
}

/** Which hosts run Keepalived, and whether each has the configuration that somebody wrote, with its mode. */
async function keepalived(): Promise<{ readonly running: string[]; readonly written: string[] }> {
  const states = await Promise.all(
    machines.map(async (machine) => ({
      name: machine.name,
      isRunning: (await machine.tryExec(["service", "keepalived", "status"])).exitCode === 0,
      isWritten:
        (await machine.exec(["cat", file])).stdout === configOf(machine) &&
        (await machine.exec(["stat", "-c", "%a", file])).stdout.trim() === "640",
    })),
  );
  return {
    running: states.flatMap(({ name, isRunning }) => (isRunning ? [name] : [])),
    written: states.flatMap(({ name, isWritten }) => (isWritten ? [name] : [])),
  };
}

const all = [...databaseNames];
const toVip = () => ({ migration: { to: "vip", address, port: 3306 } });
const back = () => ({ migration: { to: "keepalived", address } });
const vips = async (): Promise<string[]> =>
  (await here.opened.database.vips.listByCluster(here.clusterId)).map((one) => one.address);

/** Orders it, and waits until a step has come so far; its id. */
async function begin(what: string, accept: (step: OperationStep) => boolean): Promise<string> {
  const asked = await here.request("migration.run", here.clusterId, toVip());
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await waitFor(
    what,
    async () => {
      const { steps, state, problem } = await here.opened.database.operations.get(asked.id);
      if (state === "failed" || state === "undone") throw new Error(JSON.stringify(problem));
      return steps.some(accept) ? true : undefined;
    },
    { timeoutMs: 120_000, intervalMs: 5 },
  );
  return asked.id;
}

const isStopped = ({ code, hostName, state }: OperationStep): boolean =>
  code === "migration.stop" && hostName === here.hostNamed("db1").name && state === "done";

test("an address goes from Keepalived to the agents and back while a client writes through it: no write is lost, and the gap is told", async () => {
  const checked = await here.perform("migration.check", here.clusterId, toVip());
  expect(describeOperation(checked)).toMatchObject({ state: "succeeded" });
  expect(checked.result).toMatchObject({ report: { hasFailures: false } });

  for (const way of [toVip(), back()]) {
    const writer = await here.lab.client.writes({ address, intervalMs: 20 });
    const migrated = await here.perform("migration.run", here.clusterId, way);
    expect(describeOperation(migrated)).toMatchObject({ state: "succeeded" });
    await writer.waitForAck(monotonicMs(), { timeoutMs: 60_000 });
    await writer.stop();
    expect(await here.lab.client.findLostWrites(writer)).toEqual([]);
    const told = MigrationGap.parse(migrated.result?.gap);
    const silenceMs = writer.findLongestSilenceMs();
    expect(told.gapMs).toBeGreaterThan(0);
    if (isLongRun) {
      // Each of the two sees the outage and up to its own interval and the time of a write more; beside other lanes either
      // waits for a processor, and a connection for its next attempt.
      expect(Math.abs(told.gapMs - silenceMs)).toBeLessThan(Math.max(told.errorMs, 150) + 250);
      expect(told.gapMs).toBeLessThan(way.migration.to === "vip" ? 5_000 : 10_000);
    }
    // By Keepalived it may be elsewhere while that of db1 got no processor.
    await expect.poll(findHolders, patience).toEqual(["db1"]);
    if (way.migration.to === "vip") {
      expect(await keepalived()).toEqual({ running: [], written: [] });
      expect(await vips()).toEqual([address]);
      const [record] = await here.opened.database.migrations.listByCluster(here.clusterId);
      expect(record).toMatchObject({ id: migrated.id, address, gap: told });
    }
  }
  expect(await keepalived()).toEqual({ running: all, written: all });
  expect(await vips()).toEqual([]);
  expect(await here.opened.database.migrations.listByCluster(here.clusterId)).toEqual([]);
}, 300_000);

if (isLongRun)
  test("one that is cancelled when Keepalived has stopped is undone: the agents let go, and Keepalived has the address with its own configuration again", async () => {
    const id = await begin("Keepalived to be stopped on db1", isStopped);
    await here.opened.database.transact(actor, (unit) => unit.operations.requestCancel(id));
    const ended = await here.ended(id, 180_000);
    expect(["cancelled", "undone"]).toContain(ended.state);
    await expect.poll(findHolders, patience).toEqual(["db1"]);
    expect(await keepalived()).toEqual({ running: all, written: all });
    expect(await vips()).toEqual([]);
    await here.proveWrite(address);
  }, 300_000);

if (isLongRun)
  test("one whose worker ends when Keepalived has stopped is finished by the next, which does not know the gap", async () => {
    const id = await begin("Keepalived to be stopped on db1", isStopped);
    await here.replaceEngine();
    const ended = await here.ended(id, 180_000);
    expect(describeOperation(ended)).toMatchObject({ state: "succeeded" });
    expect(ended.result).toMatchObject({ to: "vip", gap: null });
    expect(await findHolders()).toEqual(["db1"]);
    expect(await keepalived()).toEqual({ running: [], written: [] });
    await here.proveWrite(address);
  }, 300_000);

test("a configuration that has more than the address is refused with what it has, and stays as it is; no client notices", async () => {
  const writer = await here.lab.client.writes({ address, intervalMs: 20 });
  const db2 = here.lab.host("db2");
  const pidsOf = (): Promise<string[]> =>
    Promise.all(machines.map(async (one) => (await one.exec(["cat", "/var/run/keepalived.pid"])).stdout));
  const pids = await pidsOf();
  const more = `${configOf(db2)}\nvirtual_server 10.9.0.9 80 {\n}\n`;
  await db2.writeFile(file, more, 0o640);
  try {
    const refused = await here.perform("migration.run", here.clusterId, toVip());
    expect(refused).toMatchObject({ state: "failed" });
    expect(JSON.stringify(refused.problem)).toContain("virtual_server 10.9.0.9");
    expect((await db2.exec(["cat", file])).stdout).toBe(more);
  } finally {
    await db2.writeFile(file, configOf(db2), 0o640);
    await writer.stop();
  }
  expect(await pidsOf(), "no Keepalived was touched").toEqual(pids);
  // A client notices a machine that stands still too.
  if (isLongRun) expect(writer.findLongestSilenceMs()).toBeLessThan(1_000);
  expect(await keepalived()).toEqual({ running: all, written: all });
}, 300_000);
