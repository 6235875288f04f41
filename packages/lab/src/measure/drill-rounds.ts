import { readFile } from "node:fs/promises";
import type { DrillFault, DrillVerdictKind } from "@primacy/contract";
import { busyProgram } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { runRootSql } from "../mysql/root-sql";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";
import { createRandom, shuffle } from "../soak/random";
import { allowDrills, runDrill } from "./drill-order";
import type { MeasureSetting } from "./setting";

const objectiveMs = 60_000;
const settleLimitMs = 60_000;
/** It looks four times a second. */
const healerLimitMs = 10_000;
/** What keeps systemd from starting again what was killed. */
const dropIn = "zz-primacy-drill.conf";

/** Every kind of fault but a killed proxy and a full disk, which the lab of these rounds has not; and both ways of a kill and of a one-way cut. */
const kinds: readonly DrillFault[] = [
  { kind: "switchover", memberId: null },
  { kind: "stop_mysqld" },
  { kind: "kill_mysqld", restarts: false },
  { kind: "kill_mysqld", restarts: true },
  { kind: "freeze_mysqld" },
  { kind: "cut_host" },
  { kind: "cut_secondary", memberId: null },
  { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
  { kind: "cut_one_way", memberId: null, drops: "from_secondary" },
  { kind: "kill_agent" },
  { kind: "freeze_agent" },
  { kind: "cpu_pressure", perProcessor: 2 },
];

/** One drill of a row, and what of it was still there once it had ended: nothing, as a rule. */
export interface DrillRound {
  readonly number: number;
  readonly fault: DrillFault["kind"];
  readonly verdict: DrillVerdictKind;
  readonly sentence: string;
  readonly gapMs: number | null;
  readonly lostWrites: number | null;
  readonly left: readonly string[];
}

/**
 * `count` drills in a row through the VIP, of every one of `kinds` before one comes again, in an order that the seed decides; each is told as it ends.
 * Nothing is mended in between: each drill has to leave the lab as it was. Throws LabError where one comes to no verdict.
 */
export async function runDrillRounds(
  setting: MeasureSetting,
  { count, seed, onRound }: { count: number; seed: number; onRound: (round: DrillRound) => void },
): Promise<readonly DrillRound[]> {
  await setting.lab.resetGroup();
  await allowDrills(setting);
  const random = createRandom(seed);
  const rounds: DrillRound[] = [];
  let order: DrillFault[] = [];
  for (let number = 1; number <= count; number += 1) {
    if (order.length === 0) order = shuffle(kinds, random);
    const fault = order.shift();
    if (fault === undefined) throw new LabError("bad_option", "There is no kind of fault.");
    const drill = await runDrill(setting, {
      fault,
      endpoints: [{ address: setting.vipAddress, port: 3306 }],
      objectiveMs,
    });
    const { verdict, worstWriteGapMs: gapMs, lostWrites } = drill;
    const round: DrillRound = {
      number,
      fault: fault.kind,
      verdict: verdict?.kind ?? "broken_off",
      sentence: verdict?.sentence.text ?? "",
      gapMs,
      lostWrites,
      left: await listLeft(setting),
    };
    rounds.push(round);
    onRound(round);
  }
  return rounds;
}

/** What a drill that has ended must not leave. The address may be on its way still: that is waited for. */
async function listLeft(setting: MeasureSetting): Promise<string[]> {
  const { lab, vipAddress } = setting;
  const left: string[] = [];
  const holder = await waitFor(
    "the VIP to be where the primary is",
    async () => {
      const primary = await lab.findPrimary();
      const holders = await lab.observe.addressHolders(vipAddress);
      return primary !== null && holders.length === 1 && holders[0] === primary.name ? primary : undefined;
    },
    { timeoutMs: settleLimitMs, intervalMs: 200 },
  ).catch(() => null);
  if (holder === null) left.push("the VIP is not where the primary is");
  else {
    const [[rows] = []] = await runRootSql(holder, "SELECT COUNT(*) FROM primacy.verify");
    if (rows !== "0") left.push(`${rows} rows of clients`);
  }
  for (const name of databaseNames) {
    const host = lab.host(name);
    const processes = await host.listProcesses();
    const stopped = processes.filter(({ state }) => state === "T");
    if (processes.some((one) => one.name === busyProgram)) left.push(`busy processes on ${name}`);
    left.push(...stopped.map((one) => `${one.name} stands still on ${name}`));
    const { stdout } = await host.exec(["nft", "list", "tables"]);
    if (stdout.includes("drill")) left.push(`a table of a drill on ${name}`);
    const { stdout: dropIns } = await host.tryExec(["find", "/run/systemd/system", "-name", dropIn]);
    if (dropIns.trim() !== "") left.push(`a setting of systemd on ${name}: ${dropIns.trim()}`);
    // It ends by itself, once it has seen that there is nothing to heal any more.
    await waitFor("nobody to keep a deadline", async () => ((await keepsDeadline(host)) ? undefined : true), {
      timeoutMs: healerLimitMs,
      intervalMs: 100,
    }).catch(() => left.push(`a process that keeps a deadline on ${name}`));
  }
  return left;
}

/** Whether a process that heals a fault at its deadline is there; nothing else has its arguments. */
async function keepsDeadline(host: LabHost): Promise<boolean> {
  const lines = (await host.listProcesses()).map(({ pid }) =>
    readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
  );
  return (await Promise.all(lines)).some((line) => line.includes("\0operator\0heal\0"));
}
