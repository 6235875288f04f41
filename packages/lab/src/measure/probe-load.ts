import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { monotonicMs } from "../process/monotonic";

const clockTicksPerSecond = 100;
const askEveryMs = 500;

interface Used {
  readonly pid: number;
  readonly atMs: number;
  readonly cpuSeconds: number;
}

/**
 * What the process that plays a drill's clients on a host takes of one core, in percent, from when it was first seen until it was last seen
 * before `work` ended. Throws what `work` throws, and LabError `not_observed` where no such process was seen twice.
 */
export async function sampleProbe<T>(
  host: LabHost,
  work: Promise<T>,
): Promise<{ readonly done: T; readonly cpuPercent: number }> {
  const seen: Used[] = [];
  let isOver = false;
  const watching = (async (): Promise<void> => {
    while (!isOver) {
      const used = await findProbe(host);
      if (used !== null) seen.push(used);
      await delay(askEveryMs);
    }
  })();
  try {
    const done = await work;
    return { done, cpuPercent: toPercent(host, seen) };
  } finally {
    isOver = true;
    await watching;
  }
}

function toPercent(host: LabHost, seen: readonly Used[]): number {
  const last = seen.at(-1);
  const first = seen.find(({ pid }) => pid === last?.pid);
  if (first === undefined || last === undefined || last.atMs <= first.atMs)
    throw new LabError("not_observed", `Nobody was seen to play clients on ${host.name}.`);
  return (100_000 * (last.cpuSeconds - first.cpuSeconds)) / (last.atMs - first.atMs);
}

/** The agent's own executable, started as a prober. */
async function findProbe(host: LabHost): Promise<Used | null> {
  for (const { pid, name } of await host.listProcesses()) {
    if (name !== "primacy-agent") continue;
    const [command, stat] = await Promise.all([readText(pid, "cmdline"), readText(pid, "stat")]);
    if (!command.split("\0").includes("probe") || stat === "") continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
    return { pid, atMs: monotonicMs(), cpuSeconds };
  }
  return null;
}

/** Empty where the process is gone. */
function readText(pid: number, file: "cmdline" | "stat"): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
