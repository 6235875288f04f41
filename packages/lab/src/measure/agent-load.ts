import { readFile } from "node:fs/promises";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { monotonicMs } from "../process/monotonic";

const clockTicksPerSecond = 100;
const agentNames = new Set(["primacy-agent", "primacy-supervi", "nft"]);

/** What the agent of one host has used and uses. */
export interface AgentLoad {
  readonly atMs: number;
  /** Of its processes on the machine, in order; another list means that one ended or began. */
  readonly pids: readonly number[];
  readonly cpuSeconds: number;
  /** Without dead children: the programs of a benchmark are among them, and are its load. */
  readonly ownCpuSeconds: number;
  readonly pssBytes: number;
}

/**
 * CPU and proportional memory (`Pss` of the kernel's smaps_rollup) of all processes of the agent, dead children included
 * through those who reaped them. Throws LabError `not_observed` where no agent runs.
 */
export async function sampleAgentLoad(host: LabHost): Promise<AgentLoad> {
  const found = (await host.listProcesses()).filter((one) => agentNames.has(one.name));
  if (found.length === 0) throw new LabError("not_observed", `No agent runs on ${host.name}.`);
  const parts = await Promise.all(
    found.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const secondsOf = (first: number, second: number): number =>
        (Number(fields[first]) + Number(fields[second])) / clockTicksPerSecond;
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
      return {
        own: secondsOf(11, 12),
        dead: secondsOf(13, 14),
        pssBytes: Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024,
      };
    }),
  );
  return {
    atMs: monotonicMs(),
    pids: found.map((one) => one.pid).sort((a, b) => a - b),
    cpuSeconds: parts.reduce((sum, { own, dead }) => sum + own + dead, 0),
    ownCpuSeconds: parts.reduce((sum, { own }) => sum + own, 0),
    pssBytes: parts.reduce((sum, part) => sum + part.pssBytes, 0),
  };
}
