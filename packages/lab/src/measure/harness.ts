import { compareArms, planSchedule, SysbenchReader } from "@primacy/core/benchmark";
import { LabError } from "../errors";
import { runRootSql } from "../mysql/root-sql";
import { sampleAgentLoad } from "./agent-load";
import { runBenchmark } from "./benchmark-order";
import type { MeasureReport } from "./report";
import { findPrimaryMember, type MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.harness;
/** By hand twice, and by the console: what by hand differs from by hand is the noise. */
const arms = { hand: 0, handAgain: 1, console: 2 } as const;
const load = { threads: 8, tables: 4, tableSize: 10_000, warmupSeconds: 3, runSeconds: 15 };
const limitMs = 120_000;

/**
 * sysbench by the console against sysbench by hand, and by hand against by hand, in one schedule of `blocks` blocks; each run
 * makes its tables first. Met where the console's interval has zero in it and is at most 1.5 times as wide as the other, and the
 * agent of the load host takes 2 % of a core or less meanwhile. Throws LabError.
 */
export async function measureHarness(setting: MeasureSetting, blocks: number): Promise<MeasureReport> {
  await setting.lab.resetGroup();
  const runs = [];
  const cpu: number[] = [];
  for (const { arm, block, threads } of planSchedule({ arms: 3, threads: [load.threads], blocks, seed: 1 })) {
    const tps = arm === arms.console ? await runByConsole(setting, cpu) : await runByHand(setting);
    setting.say(
      `block ${block + 1}/${blocks}, ${arm === arms.console ? "console" : "by hand"}: ${tps.toFixed(0)} TPS`,
    );
    runs.push({ arm, block, threads, tps });
  }
  const byHand = compareArms(runs, { arm: arms.handAgain, baseline: arms.hand });
  const byConsole = compareArms(runs, { arm: arms.console, baseline: arms.hand });
  if (byHand.method === "too_few" || byConsole.method === "too_few")
    throw new LabError("not_observed", "There are too few blocks for an interval.");
  const widthRatio = (byConsole.high - byConsole.low) / (byHand.high - byHand.low);
  const agentCpuPercent = cpu.reduce((sum, one) => sum + one, 0) / cpu.length;
  return {
    name: "harness",
    runs: blocks,
    target,
    arms: { console: byConsole, hand: byHand },
    met:
      byConsole.low <= 0 &&
      byConsole.high >= 0 &&
      widthRatio <= target.widthRatio &&
      agentCpuPercent <= target.agentCpuPercent,
    figures: { widthRatio, agentCpuPercent },
  };
}

/** Adds what the agent itself took of a core, in percent, to `cpu`. */
async function runByConsole(setting: MeasureSetting, cpu: number[]): Promise<number> {
  const { threads, tables, tableSize, warmupSeconds, runSeconds } = load;
  const client = setting.lab.host("app1");
  const member = await findPrimaryMember(setting);
  const before = await sampleAgentLoad(client);
  const { runs } = await runBenchmark(
    setting,
    {
      name: "Harness",
      arms: [{ name: "direct", endpoints: [{ kind: "member", memberId: member.id }] }],
      workload: { tool: "sysbench", script: "oltp_read_write", tables, tableSize, options: {} },
      threads: [threads],
      blocks: 1,
      runSeconds,
      warmupSeconds,
    },
    () => undefined,
  );
  const after = await sampleAgentLoad(client);
  cpu.push((100_000 * (after.ownCpuSeconds - before.ownCpuSeconds)) / (after.atMs - before.atMs));
  const tps = runs[0]?.figures?.tps;
  if (tps === undefined) throw new LabError("not_observed", "The console's run has no figures.");
  return tps;
}

async function runByHand({ lab }: MeasureSetting): Promise<number> {
  const primary = await lab.findPrimary();
  if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
  await runRootSql(primary, "DROP DATABASE IF EXISTS sbtest; CREATE DATABASE sbtest;", { timeoutMs: 30_000 });
  const { user, password } = lab.credentials.bench;
  const { threads, tables, tableSize, warmupSeconds, runSeconds } = load;
  const connect = [`--mysql-host=${primary.address}`, `--mysql-user=${user}`, `--mysql-password=${password}`];
  const size = [`--tables=${tables}`, `--table-size=${tableSize}`, "--mysql-db=sbtest"];
  const argv = ["sysbench", "oltp_read_write", ...connect, ...size];
  const client = lab.host("app1");
  await client.exec([...argv, `--threads=${tables}`, "prepare"], { timeoutMs: limitMs });
  const seconds = warmupSeconds + runSeconds;
  const asked = [`--threads=${threads}`, `--time=${seconds}`, "--report-interval=1"];
  const { stdout } = await client.exec([...argv, ...asked, "run"], { timeoutMs: limitMs });
  await runRootSql(primary, "DROP DATABASE sbtest", { timeoutMs: 30_000 });
  const measured = new SysbenchReader()
    .push(stdout)
    .filter(({ second }) => second > warmupSeconds && second <= seconds);
  if (measured.length === 0) throw new LabError("not_observed", "sysbench by hand reported no second.");
  return measured.reduce((sum, { tps }) => sum + tps, 0) / measured.length;
}
