import { installLayout } from "@primacy/contract/agent";
import { LabError } from "../errors";
import { runRootSql } from "../mysql/root-sql";
import { databaseNames } from "../roster";
import type { MeasureSetting } from "./setting";
import { type MeanInterval, meanInterval } from "./statistics";

const threads = 8;
const tables = 4;
const rows = 10_000;
/** Agents that have just started compile their code, and servers fill their caches: that load does not count. */
const warmUpSeconds = 10;

/** How many interleaved pairs, and how long each half lasts. */
export interface ThroughputOptions {
  readonly pairs: number;
  readonly pairSeconds: number;
}

/**
 * The group's sysbench throughput on the primary's own address with agents running against with agents stopped, in
 * interleaved pairs whose order alternates, each half after a load that does not count: the mean difference in percent
 * with its 95 % interval. The agents run again afterwards.
 */
export async function measureThroughput(
  setting: MeasureSetting,
  options: ThroughputOptions,
): Promise<MeanInterval> {
  const { lab, say } = setting;
  const primary = await lab.findPrimary();
  if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
  const sysbench = (command: string, seconds: number): Promise<string> =>
    runSysbench(setting, primary.address, command, seconds);
  await runRootSql(primary, "DROP DATABASE IF EXISTS sbtest; CREATE DATABASE sbtest;", { timeoutMs: 30_000 });
  await sysbench("prepare", 0);
  const differences: number[] = [];
  try {
    for (let pair = 1; pair <= options.pairs; pair += 1) {
      const order = pair % 2 === 0 ? ([true, false] as const) : ([false, true] as const);
      const tps = { with: 0, without: 0 };
      for (const hasAgents of order) {
        await setAgents(setting, hasAgents);
        await sysbench("run", warmUpSeconds);
        const output = await sysbench("run", options.pairSeconds);
        tps[hasAgents ? "with" : "without"] = parseTps(output);
      }
      differences.push((tps.with / tps.without - 1) * 100);
      say(
        `pair ${pair}/${options.pairs}: ${tps.with.toFixed(0)} tps with agents, ${tps.without.toFixed(0)} without`,
      );
    }
  } finally {
    await setAgents(setting, true);
  }
  return meanInterval(differences);
}

async function setAgents(setting: MeasureSetting, isRunning: boolean): Promise<void> {
  await Promise.all(
    databaseNames.map((name) =>
      setting.lab
        .host(name)
        .exec([installLayout.supervisor, isRunning ? "start" : "stop"], { timeoutMs: 30_000 }),
    ),
  );
}

async function runSysbench(
  setting: MeasureSetting,
  address: string,
  command: string,
  seconds: number,
): Promise<string> {
  const { user, password } = setting.lab.credentials.bench;
  const app = setting.lab.host("app1");
  const { stdout } = await app.exec(
    [
      "sysbench",
      "oltp_read_write",
      `--mysql-host=${address}`,
      `--mysql-user=${user}`,
      `--mysql-password=${password}`,
      "--mysql-db=sbtest",
      `--tables=${tables}`,
      `--table-size=${rows}`,
      `--threads=${threads}`,
      `--time=${seconds}`,
      command,
    ],
    { timeoutMs: (seconds + 120) * 1_000 },
  );
  return stdout;
}

/** Transactions per second as sysbench's summary prints them. Throws LabError where there are none. */
export function parseTps(output: string): number {
  const found = /transactions:\s+\d+\s+\(([\d.]+) per sec\.\)/.exec(output);
  if (found?.[1] === undefined)
    throw new LabError("not_observed", "sysbench printed no transactions per second.");
  return Number(found[1]);
}
