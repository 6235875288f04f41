import { readFile } from "node:fs/promises";
import {
  DrillCheck,
  type EndpointWay,
  type Host,
  isRefusal,
  type Operation,
  ProxyCheck,
  ProxyHealth,
} from "@primacy/contract";
import {
  idleRouterConfig,
  metadataSchema,
  minimalMetadataStatements,
  routerPlaces,
} from "@primacy/core/proxy";
import { systemActor } from "@primacy/db";
import { databaseNames, isLongRun, joinRows, type LabHost, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { describe as describeOperation } from "../../testing/lab-cluster";
import { measureEndpoint, seeEndpoint } from "../../testing/see-endpoint";
import { type SharedCluster, shareCluster } from "../../testing/shared-cluster";

const actor = systemActor("test");
const { config, home, service } = routerPlaces;
const saved = "/root/routers-of-the-lab";
const patience = { timeoutMs: 90_000 };
const polled = { timeout: 90_000, interval: 200 };
const ports = { write: 6_446, read: 6_447, split: 6_450 };

let here: SharedCluster;
let proxy: LabHost;
let host: Host;

const atDb1 = (sql: string): Promise<string[][]> => runRootSql(here.lab.host("db1"), sql);
const shell = async (script: string, on = proxy): Promise<string> =>
  (await on.exec(["sh", "-c", script], { timeoutMs: 60_000 })).stdout.trim();

/** A lab may have routers of its own: they are put away with what the servers know of them, and brought back at the end. */
const hasOwnRouters = (): boolean => here.lab.state.parts.includes("router");

async function putRoutersAway(): Promise<void> {
  for (const name of ["px1", "px2"] as const) await here.lab.fault.stopService(name, service);
  await shell(
    `mysqldump --set-gtid-purged=OFF --single-transaction --databases ${metadataSchema} > ${saved}.sql`,
    here.lab.host("db1"),
  );
  await atDb1(`DROP DATABASE ${metadataSchema}`);
}

async function bringRoutersBack(): Promise<void> {
  for (const name of ["px1", "px2"] as const) await shell(`service ${service} start`, here.lab.host(name));
  // With db1 as the primary, and the metadata that its routers need.
  await here.lab.resetGroup();
  await shell(`mysql < ${saved}.sql && rm ${saved}.sql`, here.lab.host("db1"));
}

beforeAll(async () => {
  here = await shareCluster();
  proxy = here.lab.host("px1");
  await shell(`rm -rf ${home}/primacy-*`);
  await shell(`mkdir -p ${saved} && cp -p ${config} ${saved}/`);
  if (hasOwnRouters()) await putRoutersAway();
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  host = await here.addHost(proxy, { user: "root", credential: { kind: "key", privateKey } });
  const installed = await here.run("agent.install", host, { hostOperator: true });
  expect(describeOperation(installed)).toMatchObject({ state: "succeeded" });
}, 300_000);

afterAll(async () => {
  await here.run("agent.remove", host);
  await here.opened.database.transact(actor, async (unit) => {
    await unit.agents.remove(host.id);
    await unit.hosts.remove(host.id);
  });
  await shell(`cp -p ${saved}/mysqlrouter.conf ${config} && rm -r ${saved}`);
  if (hasOwnRouters()) await bringRoutersBack();
  await here.giveBack();
}, 300_000);

/** As the package leaves a host. */
beforeEach(async () => {
  await proxy.writeFile(config, idleRouterConfig);
});

/** What a failed test leaves is none of the next one's. */
afterEach(async () => {
  for (const { id } of await here.opened.database.proxies.listByCluster(here.clusterId))
    await here.perform("proxy.remove", here.clusterId, { proxyId: id });
});

const input = () => ({ proxy: { kind: "router", hostIds: [host.id], ports } });

async function order(): Promise<string> {
  const { user, password } = here.lab.credentials.admin;
  const asked = await here.request("proxy.install", here.clusterId, { ...input(), user }, { password });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

const install = async (): Promise<Operation> => here.ended(await order(), 180_000);

async function awaitStep(id: string, code: string): Promise<void> {
  await waitFor(
    `${code} to run`,
    async () => {
      const { steps } = await here.opened.database.operations.get(id);
      // On a machine that stood still it may be over by now: then its worker is replaced after it.
      const isBegun = steps.some((step) => step.code === code && ["running", "done"].includes(step.state));
      return isBegun || undefined;
    },
    { ...patience, intervalMs: 20 },
  );
}

/** With all that it tells where it ended in another way. */
function expectState(operation: Operation, state: Operation["state"]): void {
  if (operation.state !== state) throw new Error(JSON.stringify(describeOperation(operation), null, 2));
}

/** The server that a client on another host finds behind a port. */
async function ask(port: number, sql = "SELECT @@hostname"): Promise<string> {
  const { user, password } = here.lab.credentials.admin;
  const client = here.lab.host("db3");
  const args = ["-h", proxy.address, "-P", String(port), "-u", user, `-p${password}`, "-NBe", sql];
  return (await client.exec(["mysql", "--ssl-mode=REQUIRED", ...args])).stdout.trim();
}

/** All that a MySQL Router of Primacy leaves anywhere; nothing where there is none. */
async function listLeft(): Promise<object> {
  const accounts = "SELECT User FROM mysql.user WHERE User LIKE 'primacy\\_router%'";
  const schemas = `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${metadataSchema}'`;
  const lent = ["db", "tables_priv"]
    .map((table) => `SELECT User FROM mysql.${table} WHERE Db = '${metadataSchema}' AND User LIKE 'primacy%'`)
    .join(" UNION ");
  return {
    servers: joinRows(await atDb1(`${accounts} UNION ${schemas} UNION ${lent}`)),
    folders: await shell(`ls ${home} | grep primacy || true`),
    config: await shell(`cat ${config}`),
    service: await shell(`service ${service} status >/dev/null 2>&1 && echo running || echo stopped`),
    records: (await here.opened.database.proxies.listByCluster(here.clusterId)).length,
  };
}

const nothing = {
  ...{ servers: "", folders: "", service: "stopped", records: 0 },
  config: idleRouterConfig.trim(),
};

test("a MySQL Router is set up where the lab has no metadata, follows the primary, and is removed without a trace", async () => {
  const checked = await here.perform("proxy.check", here.clusterId, input());
  const { report, needsAccount } = ProxyCheck.parse(checked.result);
  expect(report.checks.map(({ code, result }) => [code, result])).toEqual([
    ["proxy_operator", "pass"],
    ["router_program", "pass"],
    ["router_split", "pass"],
    ["router_ground", "pass"],
    ["router_file", "pass"],
    ["proxy_ports", "pass"],
    ["router_group", "pass"],
    ["router_metadata", "skipped"],
  ]);
  expect(needsAccount).toBe(true);

  const installed = await install();
  expectState(installed, "succeeded");
  expect(installed.result).toMatchObject({ leadsTo: expect.stringMatching(/^db1/) });
  await expect.poll(() => ask(ports.write).catch(String), polled).toBe("db1");
  await expect.poll(() => ask(ports.read).catch(String), polled).toMatch(/^db[23]$/);
  await ask(
    ports.write,
    "DROP DATABASE IF EXISTS through_router; CREATE DATABASE through_router; CREATE TABLE through_router.t (id INT PRIMARY KEY)",
  );
  await waitFor(
    "a secondary to have what was written",
    async () =>
      (await ask(ports.read, "SHOW TABLES IN through_router").catch(() => "")) === "t" ? true : undefined,
    patience,
  );
  await ask(ports.split, "DROP DATABASE through_router");
  // No password of it stands in what the host keeps in clear.
  expect(await shell(`stat -c %U:%a ${config}`)).toBe("root:644");
  expect(await shell(`grep -ci password ${config} || true`)).toBe("0");

  const { members } = await here.opened.database.clusters.get(here.clusterId);
  const db2 = members.find(({ address }) => address === here.lab.host("db2").address);
  await atDb1(`SELECT group_replication_set_as_primary('${db2?.serverUuid}')`);
  await waitFor(
    "writes to go to db2",
    async () => ((await ask(ports.write).catch(() => "")) === "db2" ? true : undefined),
    patience,
  );

  // The watch sees the same by itself, also where MySQL Router ends TLS with a certificate of its own.
  const see = (way: EndpointWay) => seeEndpoint(here.opened.database, here.clusterId, way);
  await expect.poll(() => see("router_write"), polled).toBe(`right db2 PRIMARY ${host.name}`);
  await expect.poll(() => see("router_split"), polled).toMatch(/^right db\d /);

  await expectFlagOfMetadata();

  const [stored] = await here.opened.database.proxies.listByCluster(here.clusterId);
  // As the bootstrap of this release wrote it.
  expect(stored?.timings).toEqual({ routerTtlSeconds: 0.5 });
  const look = async () => {
    const looked = await here.perform("proxy.look", here.clusterId, { proxyId: stored?.id });
    return ProxyHealth.parse(looked.result).ways;
  };
  await expect.poll(look, polled).toMatchObject([
    { way: "write", port: ports.write, leadsTo: expect.stringMatching(/^db2/), isRight: true, reason: null },
    { way: "read", port: ports.read, leadsTo: expect.stringMatching(/^db[13]/), isRight: true, reason: null },
    { way: "split", port: ports.split, leadsTo: expect.stringMatching(/^db/), isRight: true, reason: null },
  ]);

  const stopped = await here.perform("proxy.stop", here.clusterId, { proxyId: stored?.id });
  expectState(stopped, "succeeded");
  await expect(ask(ports.write)).rejects.toThrow();
  await expect.poll(() => see("router_write"), polled).toBe("off");
  const by = (await here.opened.database.proxies.find(stored?.id ?? ""))?.stopped?.by;
  expect(by).toBe(stopped.requestedBy);
  const begun = await here.perform("proxy.start", here.clusterId, { proxyId: stored?.id });
  expectState(begun, "succeeded");
  expect(begun.result).toMatchObject({ leadsTo: expect.stringMatching(/^db2/) });
  expect(await ask(ports.write)).toBe("db2");
  await expect.poll(() => see("router_write"), polled).toBe(`right db2 PRIMARY ${host.name}`);

  const again = await install();
  expect(again.state).toBe("failed");
  expect(JSON.stringify(describeOperation(again))).toContain("has a MySQL Router for main already");
  const removed = await here.perform("proxy.remove", here.clusterId, { proxyId: stored?.id });
  expectState(removed, "succeeded");
  const db1 = members.find(({ address }) => address === here.lab.host("db1").address);
  await runRootSql(here.lab.host("db2"), `SELECT group_replication_set_as_primary('${db1?.serverUuid}')`);
  await expect.poll(listLeft, polled).toEqual(nothing);
}, 300_000);

/** A member that its metadata has not is told of while it is so: MySQL Router never leads there. */
async function expectFlagOfMetadata(): Promise<void> {
  const onPrimary = (sql: string) => runRootSql(here.lab.host("db2"), sql);
  const told = async () => {
    const health = await measureEndpoint(here.opened.database, here.clusterId, "router_write");
    return health?.metadata?.finding.text ?? null;
  };
  const table = `${metadataSchema}.instances`;
  const db1 = `instance_name LIKE '${here.lab.host("db1").address}:%'`;
  await expect.poll(told, polled).toBeNull();
  const [row] = await onPrimary(`SELECT mysql_server_uuid FROM ${table} WHERE ${db1}`);
  await onPrimary(`UPDATE ${table} SET mysql_server_uuid = UUID() WHERE ${db1}`);
  await expect.poll(told, polled).toMatch(/lacks .*db1.* and has .*:3306, which the group does not have/);
  await onPrimary(`UPDATE ${table} SET mysql_server_uuid = '${row?.[0]}' WHERE ${db1}`);
  await expect.poll(told, polled).toBeNull();
}

if (isLongRun)
  test("a MySQL Router that dies in a drill fails it, for nothing takes over, and leads to the primary again once it is healed", async () => {
    expectState(await install(), "succeeded");
    const allow = (allowsDrills: boolean): Promise<void> =>
      here.opened.database.transact(actor, async (unit) => {
        await unit.clusters.change(here.clusterId, null, { allowsDrills });
      });
    await allow(true);
    try {
      const asked = {
        fault: { kind: "kill_proxy", proxyId: null, program: "mysqlrouter", restarts: false },
        endpoints: [{ address: proxy.address, port: ports.write }],
        ...{ observerHostId: here.hostNamed("db3").id, objectiveMs: 1_000 },
      } as const;
      const checked = await here.perform("drill.check", here.clusterId, asked);
      expect(DrillCheck.parse(checked.result)).toMatchObject({
        report: { hasFailures: false },
        proxy: { program: "mysqlrouter", hostId: host.id },
      });
      const operation = await here.perform("drill", here.clusterId, asked);
      expectState(operation, "succeeded");
      const drill = await here.opened.database.drills.find(operation.id);
      expect(drill).toMatchObject({ heal: "healed", lostWrites: 0, verdict: { kind: "failed" } });
      expect(drill?.verdict?.sentence.text).toMatch(
        /^Writes through .* (stopped for|were not back within) 3\d/,
      );
      expect(await ask(ports.write)).toBe("db1");
    } finally {
      await allow(false);
    }
  }, 300_000);

if (isLongRun)
  test("a worker that is replaced during the bootstrap, and one while the service starts, leave it to the next to end it", async () => {
    const id = await order();
    for (const code of ["router.bootstrap", "router.serve"]) {
      await awaitStep(id, code);
      await here.replaceEngine();
    }
    expectState(await here.ended(id, 180_000), "succeeded");
    await expect.poll(() => ask(ports.write).catch(String), polled).toBe("db1");
    expectState(await here.perform("proxy.remove", here.clusterId, { proxyId: id }), "succeeded");
    await expect.poll(listLeft, polled).toEqual(nothing);
  }, 300_000);

test("a configuration that somebody wrote is refused, and stays as it is", async () => {
  const own = `# of the team\n[routing:ours]\nbind_address = 127.0.0.1\nbind_port = 7001\ndestinations = ${here.lab.host("db1").address}:3306\nrouting_strategy = first-available\n`;
  await proxy.writeFile(config, own);
  const refused = await install();
  expect(refused.state).toBe("failed");
  expect(JSON.stringify(refused.problem)).toContain(config);
  await expect.poll(listLeft, polled).toEqual({ ...nothing, config: own.trim() });
}, 300_000);

test("a bootstrap that cannot reach the servers is undone: no account, no metadata, no folder, no record", async () => {
  const routes = (verb: string): Promise<string> =>
    shell(
      databaseNames
        .map((name) => `ip route ${verb} unreachable ${here.lab.host(name).address}/32`)
        .join("; "),
    );
  await routes("add");
  try {
    const failed = await install();
    expectState(failed, "undone");
    expect(failed.problem?.code).toBe("router_bootstrap");
  } finally {
    await routes("del");
  }
  await expect.poll(listLeft, polled).toEqual(nothing);
}, 300_000);

/** The metadata of the group as MySQL Shell would leave it: nothing in it is Primacy's. */
async function writeMetadata(): Promise<void> {
  const [row] = await atDb1("SELECT @@group_replication_group_name");
  const statements = minimalMetadataStatements({ name: "main", groupName: row?.[0] ?? "" });
  for (const { text } of statements) await atDb1(text);
  await atDb1(`UPDATE ${metadataSchema}.clusters SET description = 'somebody else'`);
}

test("metadata that has a server which the group does not have is refused with its name, and nothing is begun", async () => {
  await writeMetadata();
  try {
    await atDb1(
      `UPDATE ${metadataSchema}.instances SET mysql_server_uuid = UUID() WHERE instance_name LIKE '${here.lab.host("db3").address}:%'`,
    );
    const refused = await install();
    expect(refused.state).toBe("failed");
    expect(JSON.stringify(refused.problem)).toContain(`${here.lab.host("db3").address}:3306`);
  } finally {
    await atDb1(`DROP DATABASE ${metadataSchema}`);
  }
  await expect.poll(listLeft, polled).toEqual(nothing);
}, 300_000);
