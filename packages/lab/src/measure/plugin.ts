import type { Operation } from "@primacy/contract";
import { findLongestGap } from "@primacy/core/drill";
import { awaitOperation, awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { joinRows, runRootSql } from "../mysql/root-sql";
import { watchMembers } from "../observe/member-watch";
import { allowStart, refuseStart } from "../plugin/refuse-start";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames } from "../roster";
import { enableOperators } from "./drill-order";
import type { MeasureReport } from "./report";
import type { MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.plugin;
const writeEveryMs = 20;
const operationLimitMs = 900_000;
const optionFile = "/etc/mysql/my.cnf";

/** What of the plugin's application is on each database host, one text each. */
type Traces = readonly string[];

/**
 * The plugin greatdb_ha by its stand-in, applied with a restart of each server under a writer that knows all servers, and removed again, `runs`
 * times; before the first, one server refuses to start with its new option file, and everything is taken back. The gap is the longest time without an
 * acknowledged write from the order until the VIP takes one. Met where nothing is left on any host, option files to the byte, never more
 * than one member was out, and no acknowledged write is lost. Throws LabError.
 */
export async function measurePlugin(setting: MeasureSetting, runs: number): Promise<MeasureReport> {
  const { lab, say } = setting;
  const obstacle = await lab.plugin.findObstacle();
  if (obstacle !== null) throw new LabError("plugin_skipped", obstacle);
  await lab.resetGroup();
  await enableOperators(setting);
  const { user } = lab.credentials.replication;
  await runRootSql(await getPrimary(setting), `GRANT REPLICATION_SLAVE_ADMIN ON *.* TO '${user}'@'%'`);
  const before = await readTraces(setting);
  const leftovers: string[] = [];
  const noteLeft = async (when: string): Promise<void> => {
    const left = await findLeft(setting, before);
    leftovers.push(...left.map((one) => `${when}: ${one}`));
  };
  const rolledBack = await applyRefused(setting);
  await noteLeft("after the rollback");
  const gapsMs: number[] = [];
  let [mostOut, lostWrites] = [rolledBack, 0];
  for (let run = 1; run <= runs; run += 1) {
    const one = await applyOnce(setting);
    gapsMs.push(Math.round(one.gapMs));
    mostOut = Math.max(mostOut, one.out);
    lostWrites += one.lostWrites;
    await removeVip(setting);
    await noteLeft(`after run ${run}`);
    say(
      `${run}/${runs} by the stand-in: no writes for ${one.gapMs.toFixed(0)} ms, ${one.out} member out at most`,
    );
  }
  return {
    name: "plugin",
    runs,
    gapsMs,
    leftovers,
    target,
    met:
      leftovers.length <= target.leftovers && mostOut <= target.membersOut && lostWrites <= target.lostWrites,
    standIn: "the lab's stand-in for greatdb_ha on MySQL",
    figures: { membersOut: mostOut, lostWrites },
  };
}

/** How many members were out at most while one of them refused to start and all was taken back. */
async function applyRefused(setting: MeasureSetting): Promise<number> {
  const primary = await getPrimary(setting);
  // The second whose turn it is.
  const host = setting.lab.host(databaseNames.findLast((name) => name !== primary.name) ?? "db3");
  await refuseStart(host);
  const watch = watchMembers(setting.lab);
  try {
    const operation = await orderApply(setting);
    const code = operation.problem?.code ?? "none";
    if (operation.state !== "undone" || code !== "plugin_restart")
      throw new LabError("not_observed", `The refused start came to ${operation.state} (${code}).`);
  } finally {
    await allowStart(host);
  }
  return databaseNames.length - (await watch.stop());
}

interface Applied {
  readonly gapMs: number;
  readonly out: number;
  readonly lostWrites: number;
}

async function applyOnce(setting: MeasureSetting): Promise<Applied> {
  const { lab } = setting;
  const addresses = databaseNames.map((name) => lab.host(name).address);
  const run = await lab.client.writes({ address: addresses, intervalMs: writeEveryMs });
  const watch = watchMembers(lab);
  const fromMs = monotonicMs();
  try {
    const operation = await orderApply(setting);
    if (operation.state !== "succeeded")
      throw new LabError(
        "not_observed",
        `The application is ${operation.state}. ${operation.problem?.title}`,
      );
    // A client of the address itself gets an acknowledged write.
    const through = await lab.client.writes({ address: setting.vipAddress, intervalMs: writeEveryMs });
    await through.stop();
    await run.waitForAck(monotonicMs(), { timeoutMs: 30_000 });
  } finally {
    await run.stop();
  }
  const out = databaseNames.length - (await watch.stop());
  const gap = findLongestGap(run.attempts, { fromMs });
  if (gap === null) throw new LabError("not_observed", "Too few acknowledged writes.");
  return { gapMs: gap.gapMs, out, lostWrites: (await lab.client.findLostWrites(run)).length };
}

async function orderApply({ api, cluster, vipAddress, say }: MeasureSetting): Promise<Operation> {
  const { operation } = await api.call("applyVip", {
    params: { id: cluster.id },
    body: { provider: "greatdb_ha", address: vipAddress, prefixLength: 24, restarts: {} },
  });
  return awaitOperation(api, operation.id, { timeoutMs: operationLimitMs, onStep: say });
}

async function removeVip({ api, cluster, say }: MeasureSetting): Promise<void> {
  const { items } = await api.call("listVips", { params: { id: cluster.id } });
  for (const { id } of items) {
    const { operation } = await api.call("removeVip", {
      params: { id: cluster.id, vipId: id },
      body: { confirm: cluster.name },
    });
    await awaitSuccess(api, operation.id, { timeoutMs: operationLimitMs, onStep: say });
  }
}

/** What differs from before, and addresses or VIPs that are there still. */
async function findLeft(setting: MeasureSetting, before: Traces): Promise<readonly string[]> {
  const { api, lab, cluster, vipAddress } = setting;
  const now = await readTraces(setting);
  const changed = databaseNames.filter((_, index) => now[index] !== before[index]);
  const holders = await lab.observe.addressHolders(vipAddress);
  const { items } = await api.call("listVips", { params: { id: cluster.id } });
  return [
    ...changed.map((name) => `${name} is not as it was`),
    ...holders.map((name) => `${name} has ${vipAddress}`),
    ...items.map(({ address }) => `the console has ${address}`),
  ];
}

/** Of each host: its option file with mode and owner, and the plugin in the list and in memory. Secondaries are read-only, whoever they are. */
async function readTraces({ lab }: MeasureSetting): Promise<Traces> {
  const shell = `stat -c '%a %u %g' ${optionFile}; sha256sum < ${optionFile}; ls -a /etc/mysql`;
  const plugins =
    "SELECT (SELECT COUNT(*) FROM mysql.plugin WHERE name = 'greatdb_ha')," +
    " (SELECT COUNT(*) FROM information_schema.plugins WHERE plugin_name = 'greatdb_ha')," +
    " (SELECT @@super_read_only = (member_role = 'SECONDARY') FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid)";
  const read = async (name: DatabaseName): Promise<string> => {
    const host = lab.host(name);
    const { stdout } = await host.exec(["sh", "-c", shell]);
    return `${stdout}${joinRows(await runRootSql(host, plugins))}`;
  };
  return Promise.all(databaseNames.map(read));
}

async function getPrimary({ lab }: MeasureSetting): Promise<LabHost> {
  const find = async (): Promise<LabHost | undefined> => (await lab.findPrimary()) ?? undefined;
  return waitFor("a primary that all servers agree on", find, { timeoutMs: 60_000 });
}
