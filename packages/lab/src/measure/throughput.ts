import { comparePaced, type PacedBlock, type PacedDifference, type PacedPair } from "@primacy/core/benchmark";
import { LabError } from "../errors";
import { runRootSql } from "../mysql/root-sql";
import { databaseNames } from "../roster";
import { AgentPause } from "./agent-pause";
import { PaceMeter } from "./pace-meter";
import { type BusyTime, ProcessorShares } from "./processors";
import type { MeasureSetting } from "./setting";
import { type LoadSecond, SysbenchLoad } from "./sysbench-load";

/**
 * Agents that have just started compile their code, which takes some minutes to become rare, the more as they stand still
 * for half of the time afterwards; and servers fill their caches.
 */
const startSettleSeconds = 420;
/** Agents that go on take the address and greet each other again; of those that stand still only what they had begun ends. */
const settleSeconds = { running: 5, still: 1 };
/** Long enough for a second's report to be a small part, short enough to follow the pace of the processors. */
const blockSeconds = 5;
/** Longest that a change of all agents takes, for the load's own limit. */
const changeSeconds = 5;

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
  /** The executable of an agent that nobody ends when it stands still. */
  readonly unwatchedAgent: string;
}

/**
 * The group's sysbench throughput on the primary's own address with agents running against with agents standing still, in
 * interleaved pairs whose order alternates, under one load that goes on and whose commits do not wait for the disk; the
 * seconds after each change do not count. The primary's host has one processor to itself, with its one agent; all other
 * hosts share the rest, and keep it so. The pace of the processors, which neighbours of a virtual machine change, is
 * measured beside it. Durability is as before afterwards; the agents run, and are the ones of the options. Throws LabError.
 */
export async function measureThroughput(
  setting: MeasureSetting,
  options: ThroughputOptions,
): Promise<ThroughputDifference> {
  const { lab } = setting;
  const primary = await lab.findPrimary();
  if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
  await runRootSql(primary, "DROP DATABASE IF EXISTS sbtest; CREATE DATABASE sbtest;", { timeoutMs: 30_000 });
  await setDurability(setting, durability.inMemory);
  const halfSeconds = changeSeconds + settleSeconds.running + options.pairSeconds;
  const limitSeconds = startSettleSeconds + 1 + options.pairs * 2 * halfSeconds;
  const shares = await ProcessorShares.separate(lab, primary);
  const agents = await AgentPause.open(setting, shares, {
    executable: options.unwatchedAgent,
    holder: primary,
  });
  const load = await SysbenchLoad.start(lab, shares, { address: primary.address, limitSeconds });
  let pace: PaceMeter | null = null;
  try {
    pace = await PaceMeter.start(shares.lists);
    await load.watch(startSettleSeconds, 1);
    const before = await shares.readBusy();
    const pairs = await runPairs(setting, options, { agents, shares, pace, load });
    const [ownBusyPercent = 0, othersBusyPercent = 0] = compareBusy(before, await shares.readBusy());
    return { ...comparePaced(pairs), ownBusyPercent, othersBusyPercent };
  } finally {
    pace?.stop();
    // What fails here must not hide why the measurement failed; the lab is taken down after it anyway.
    await Promise.allSettled([load.stop(), setDurability(setting, durability.atDisk), agents.set(true)]);
  }
}

/** What agents cost, and how busy the processors were: where those of the others are full, it is not the primary that is the limit. */
export interface ThroughputDifference extends PacedDifference {
  readonly ownBusyPercent: number;
  readonly othersBusyPercent: number;
}

function compareBusy(before: readonly BusyTime[], after: readonly BusyTime[]): number[] {
  return after.map(({ busy, all }, share) => {
    const { busy: busyBefore, all: allBefore } = before[share] ?? { busy: 0, all: 0 };
    return ((busy - busyBefore) / (all - allBefore)) * 100;
  });
}

interface Instruments {
  readonly agents: AgentPause;
  readonly shares: ProcessorShares;
  readonly pace: PaceMeter;
  readonly load: SysbenchLoad;
}

async function runPairs(
  setting: MeasureSetting,
  options: ThroughputOptions,
  { agents, shares, pace, load }: Instruments,
): Promise<readonly PacedPair[]> {
  let hadAgents = true;
  const measureHalf = async (hasAgents: boolean): Promise<readonly PacedBlock[]> => {
    // Of two halves alike in a row the second goes on where the first ended.
    const isChanged = hasAgents !== hadAgents;
    if (isChanged) await agents.set(hasAgents);
    hadAgents = hasAgents;
    await shares.verify();
    const skipSeconds = isChanged ? settleSeconds[hasAgents ? "running" : "still"] : 0;
    await load.watch(skipSeconds, 0);
    await agents.verify(hasAgents);
    const seconds = await load.watch(0, options.pairSeconds);
    await agents.verify(hasAgents);
    return cutIntoBlocks(seconds, pace);
  };
  const pairs: PacedPair[] = [];
  for (let number = 1; number <= options.pairs; number += 1) {
    const isWithFirst = number % 2 === 1;
    const first = await measureHalf(isWithFirst);
    const second = await measureHalf(!isWithFirst);
    const pair = isWithFirst ? { with: first, without: second } : { with: second, without: first };
    pairs.push(pair);
    setting.say(
      `pair ${number}/${options.pairs}: ${describeHalf(pair.with)} with agents, ${describeHalf(pair.without)} without`,
    );
  }
  return pairs;
}

function cutIntoBlocks(seconds: readonly LoadSecond[], pace: PaceMeter): readonly PacedBlock[] {
  const blocks: PacedBlock[] = [];
  const length = Math.min(blockSeconds, seconds.length);
  for (let start = 0; start + length <= seconds.length; start += length) {
    const block = seconds.slice(start, start + length);
    const endMs = block.at(-1)?.atMs ?? 0;
    const tps = block.reduce((sum, second) => sum + second.tps, 0) / block.length;
    blocks.push({ tps, pace: pace.readPace(endMs - length * 1_000, endMs) });
  }
  return blocks;
}

function describeHalf(blocks: readonly PacedBlock[]): string {
  const mean = (figures: readonly number[]): number =>
    figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const tps = mean(blocks.map((block) => block.tps));
  const micros = mean(blocks.map((block) => block.pace[0] ?? 0));
  return `${tps.toFixed(0)} tps at ${micros.toFixed(0)} µs`;
}

async function setDurability(setting: MeasureSetting, sql: string): Promise<void> {
  await Promise.all(databaseNames.map((name) => runRootSql(setting.lab.host(name), sql)));
}
