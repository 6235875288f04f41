import { installLayout } from "@primacy/contract/agent";
import { LabError } from "../errors";
import { runRootSql } from "../mysql/root-sql";
import { databaseNames } from "../roster";
import { ProcessorShares } from "./processors";
import type { MeasureSetting } from "./setting";
import { type MeanInterval, meanInterval } from "./statistics";
import { SysbenchLoad } from "./sysbench-load";

/**
 * Agents that have just started compile their code, for half a minute at twice their later pace, and servers fill their
 * caches: that time does not count.
 */
const settleSeconds = 30;
/** Longest that a change of all agents takes, for the load's own limit. */
const changeSeconds = 40;

/**
 * The disk's pace can change by half within minutes, which hides what agents cost. Where commits do not wait for it, the
 * processors are the limit, which the agents share: their cost shows in full.
 */
const durability = {
  atDisk: "SET GLOBAL sync_binlog = 1, GLOBAL innodb_flush_log_at_trx_commit = 1;",
  inMemory: "SET GLOBAL sync_binlog = 0, GLOBAL innodb_flush_log_at_trx_commit = 2;",
};

/** How many interleaved pairs, and how long each half lasts. */
export interface ThroughputOptions {
  readonly pairs: number;
  readonly pairSeconds: number;
}

/**
 * The group's sysbench throughput on the primary's own address with agents running against with agents stopped, in
 * interleaved pairs whose order alternates, under one load that goes on and whose commits do not wait for the disk; the seconds before each half do not count. The
 * primary's host has one processor to itself, with its one agent; all other hosts share the rest, and keep it so. The
 * mean difference in percent with its 95 % interval. Agents and durability are as before afterwards.
 */
export async function measureThroughput(
  setting: MeasureSetting,
  options: ThroughputOptions,
): Promise<MeanInterval> {
  const { lab, say } = setting;
  const primary = await lab.findPrimary();
  if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
  await runRootSql(primary, "DROP DATABASE IF EXISTS sbtest; CREATE DATABASE sbtest;", { timeoutMs: 30_000 });
  await setDurability(setting, durability.inMemory);
  const halfSeconds = changeSeconds + settleSeconds + options.pairSeconds;
  const limitSeconds = settleSeconds + 1 + options.pairs * 2 * halfSeconds;
  const shares = await ProcessorShares.separate(lab, primary);
  const load = await SysbenchLoad.start(lab, shares, { address: primary.address, limitSeconds });
  const differences: number[] = [];
  try {
    await load.measureTps(settleSeconds, 1);
    for (let pair = 1; pair <= options.pairs; pair += 1) {
      const order = pair % 2 === 0 ? ([true, false] as const) : ([false, true] as const);
      const tps = { with: 0, without: 0 };
      for (const hasAgents of order) {
        await setAgents(setting, shares, hasAgents);
        await shares.verify();
        tps[hasAgents ? "with" : "without"] = await load.measureTps(settleSeconds, options.pairSeconds);
      }
      differences.push((tps.with / tps.without - 1) * 100);
      say(
        `pair ${pair}/${options.pairs}: ${tps.with.toFixed(0)} tps with agents, ${tps.without.toFixed(0)} without`,
      );
    }
  } finally {
    // What fails here must not hide why the measurement failed; the lab is taken down after it anyway.
    await Promise.allSettled([
      load.stop(),
      setDurability(setting, durability.atDisk),
      setAgents(setting, shares, true),
    ]);
  }
  return meanInterval(differences);
}

async function setDurability(setting: MeasureSetting, sql: string): Promise<void> {
  await Promise.all(databaseNames.map((name) => runRootSql(setting.lab.host(name), sql)));
}

async function setAgents(
  setting: MeasureSetting,
  shares: ProcessorShares,
  isRunning: boolean,
): Promise<void> {
  await Promise.all(
    databaseNames.map((name) => {
      const host = setting.lab.host(name);
      const argv = shares.place(host, [installLayout.supervisor, isRunning ? "start" : "stop"]);
      return host.exec(argv, { timeoutMs: 30_000 });
    }),
  );
}
