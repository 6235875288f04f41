import type { PluginGuardSight, Topology } from "@primacy/contract";
import { type DatabaseName, databaseNames, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { assertSucceeded } from "../testing/lab-cluster";
import { type PluginCluster, sharePluginCluster, skipWithout } from "../testing/plugin-cluster";

let here: PluginCluster;

beforeAll(async () => {
  here = await sharePluginCluster();
  // The plugin keeps less than the standing watch demands: a killed server leaves its address behind.
  here.standing.ignoreAddress(here.vipAddress);
  await here.placeLibrary();
}, 600_000);
beforeEach(({ skip }) => skipWithout(here, skip));
afterAll(() => here?.giveBack(), 300_000);

const guardOf = ({ vips: [vip] }: Topology, name: DatabaseName): PluginGuardSight | undefined =>
  vip?.pluginGuards?.find(({ hostId }) => hostId === here.hostNamed(name).id);

/** Waits until the picture has the guard of a host in a state, for a reason where one is told, and returns that. */
async function awaitGuard(
  name: DatabaseName,
  state: PluginGuardSight["state"],
  code?: string,
): Promise<PluginGuardSight> {
  let found: PluginGuardSight | undefined;
  await here.awaitTopology(
    here.clusterId,
    `the guard of ${name} to be ${state} ${code ?? ""}`,
    (topology) => {
      found = guardOf(topology, name);
      return found?.state === state && found.reason?.code === code;
    },
  );
  if (found === undefined) throw new Error(`no guard of ${name}`);
  return found;
}

async function events(): Promise<readonly string[]> {
  return (await here.listEvents()).flatMap(({ kind, hostId }) =>
    kind.startsWith("plugin_left") ? [`${kind} ${nameOf(hostId)}`] : [],
  );
}

async function holderNow(): Promise<DatabaseName> {
  const [holder] = (await here.holders()).flatMap((one) => databaseNames.filter((name) => name === one));
  if (holder === undefined) throw new Error("nobody has the address");
  return holder;
}

const nameOf = (hostId: string | null): string =>
  databaseNames.find((name) => here.hostNamed(name).id === hostId) ?? "";

async function shell(name: DatabaseName, text: string): Promise<string> {
  return (await here.lab.host(name).exec(["sh", "-c", text])).stdout;
}

/** The IPv4 addresses of a host's interface with their labels, without the VIP. */
async function ownAddresses(name: DatabaseName): Promise<readonly string[]> {
  const text = await shell(name, "ip -4 -o address show dev eth0");
  return text.split("\n").flatMap((line) => {
    const own = /inet (\S+) .*?(\S+)\\/.exec(line);
    return own === null || line.includes(`${here.vipAddress}/`) ? [] : [`${own[1]} ${own[2]}`];
  });
}

test("a killed primary's host releases the address within seconds, and the new primary's alone has it", async () => {
  const request = { ...here.vipRequest(), provider: "greatdb_ha", kind: "write", guard: true };
  assertSucceeded(await here.perform("vip.apply", here.clusterId, request));
  for (const name of databaseNames) await awaitGuard(name, "watching");
  expect(await here.holders()).toEqual(["db1"]);
  const own = await ownAddresses("db1");
  await here.lab.fault.killMysql("db1", { restart: false });
  const killedAtMs = performance.now();
  // The plugin went with its server and left the address.
  expect(await here.holders()).toContain("db1");
  await waitFor(
    "db1 to be without the address",
    async () => ((await here.holders()).includes("db1") ? undefined : true),
    { timeoutMs: 30_000, intervalMs: 100 },
  );
  process.stderr.write(`released ${Math.round(performance.now() - killedAtMs)} ms after the kill\n`);
  await expect.poll(here.holders, { timeout: 60_000 }).toHaveLength(1);
  expect(await here.holders()).not.toContain("db1");
  expect(await ownAddresses("db1")).toEqual(own);
  await awaitGuard("db1", "released", "guard.cause.killed");
  await expect.poll(events, { timeout: 10_000 }).toEqual(["plugin_left_released db1"]);
  await here.lab.fault.startMysql("db1");
  await here.awaitOnline("db1");
});

test("where the kernel would delete the host's own address along, it stays, with what to run by hand", async () => {
  const holder = await holderNow();
  const { address } = here.lab.host(holder);
  const own = await ownAddresses(holder);
  // The plugin's address becomes the first of its network, and the host's own stands behind it.
  const promote = (value: number): string =>
    `sysctl -qw net.ipv4.conf.all.promote_secondaries=${value} net.ipv4.conf.eth0.promote_secondaries=${value}`;
  const move = `ip address del ${address}/24 dev eth0 && ip address add ${address}/24 dev eth0`;
  await shell(holder, `${promote(1)} && ${move} && ${promote(0)}`);
  await here.lab.fault.killMysql(holder, { restart: false });
  const guard = await awaitGuard(holder, "refused", "guard.others_along");
  expect(guard.reason?.params.others).toBe(address);
  expect(await here.holders()).toContain(holder);
  expect(await ownAddresses(holder)).toEqual(own);
  await expect
    .poll(events, { timeout: 10_000 })
    .toEqual(["plugin_left_released db1", `plugin_left_refused ${holder}`]);
  await shell(holder, String(guard.reason?.params.command));
  await awaitGuard(holder, "watching");
  expect(await ownAddresses(holder)).toEqual(own);
  await expect.poll(here.holders, { timeout: 60_000 }).toHaveLength(1);
  expect(await here.holders()).not.toContain(holder);
  await shell(holder, promote(0));
  await here.lab.fault.startMysql(holder);
  await here.awaitOnline(holder);
});

test("an old primary that was not told of a switchover loses the address to its agent, the new one keeps it", async () => {
  const old = await holderNow();
  const next = databaseNames.find((name) => name !== old) ?? old;
  const { user } = here.lab.credentials.replication;
  await here.sql(old, `REVOKE REPLICATION_SLAVE_ADMIN ON *.* FROM '${user}'@'%'`);
  const uuid = await here.sql(next, "SELECT @@server_uuid");
  await here.sql(old, `SELECT group_replication_set_as_primary('${uuid}')`);
  await expect.poll(here.holders, { timeout: 30_000 }).toHaveLength(2);
  await awaitGuard(old, "released", "guard.cause.not_primary");
  expect(await here.holders()).toEqual([next]);
  await here.sql(next, `GRANT REPLICATION_SLAVE_ADMIN ON *.* TO '${user}'@'%'`);
});

test("a primary without a majority loses the address to its agent, though it stays in its group", async () => {
  const timeout = "SET GLOBAL group_replication_unreachable_majority_timeout";
  await here.onAll((name) => here.sql(name, `${timeout} = 0`));
  const cut = await holderNow();
  const others = databaseNames.filter((name) => name !== cut);
  await here.lab.fault.cut({ from: [cut], to: others });
  await expect.poll(here.holders, { timeout: 60_000 }).toHaveLength(2);
  await awaitGuard(cut, "released", "guard.cause.no_majority");
  const left = await here.holders();
  expect(left).toHaveLength(1);
  expect(left).not.toContain(cut);
  await here.onAll((name) => here.sql(name, `${timeout} = 4`));
  await here.lab.fault.heal();
  await here.awaitOnline(cut);
});

test("its removal ends the guard, and leaves every option file as it was to the byte", async () => {
  const [vip] = await here.opened.database.vips.listByCluster(here.clusterId);
  assertSucceeded(await here.perform("vip.remove", here.clusterId, { vipId: vip?.id }));
  expect(await here.holders()).toEqual([]);
  expect(await here.readOptionFiles()).toEqual(here.optionFiles);
  const guarding = async (): Promise<readonly string[]> => {
    const statuses = await Promise.all(
      here.hosts.map((host) =>
        here.agentOf(host).call("status", undefined, { signal: AbortSignal.timeout(10_000) }),
      ),
    );
    return statuses.flatMap(({ guards = [] }) => guards.map(({ address }) => address));
  };
  await expect.poll(guarding, { timeout: 30_000 }).toEqual([]);
});
