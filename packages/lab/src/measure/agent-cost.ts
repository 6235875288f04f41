import { setTimeout as delay } from "node:timers/promises";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { waitFor } from "../process/wait-for";
import { sampleAgentLoad } from "./agent-load";
import type { MeasureReport } from "./report";
import type { MeasureSetting } from "./setting";
import { measureTargets } from "./targets";
import { measureThroughput } from "./throughput";

const target = measureTargets["agent-cost"];

/** How long to watch and how many pairs of load to run. */
export interface AgentCostOptions {
  readonly minutes: number;
  readonly pairs: number;
  readonly pairSeconds: number;
  /** The executable of an agent that nobody ends when it stands still; see {@link measureThroughput}. */
  readonly unwatchedAgent: string;
  /** Stops the console, which shares the lab's processors but would have a machine of its own elsewhere. */
  readonly stopConsole: () => Promise<void>;
}

/**
 * What the agent costs on the host that holds the address with its gate open: CPU of all its processes with their
 * children over `minutes` with a console that follows them, and proportional memory at the end. Then, with the console
 * stopped for good, the group's throughput with agents against without, in interleaved pairs, at the mean pace of the processors.
 */
export async function measureAgentCost(
  setting: MeasureSetting,
  options: AgentCostOptions,
): Promise<MeasureReport> {
  const { lab, say } = setting;
  await lab.resetGroup();
  const [holder] = await lab.observe.addressHolders(setting.vipAddress);
  const host = lab.hosts.find((one) => one.name === holder);
  if (host === undefined) throw new LabError("not_observed", "No host holds the address.");
  await expectOpenGate(host, setting.vipAddress);
  say(`${host.name} holds the address with its gate open; watching its agent for ${options.minutes} min`);
  const first = await sampleAgentLoad(host);
  await delay(options.minutes * 60_000);
  const last = await sampleAgentLoad(host);
  // A process that ended takes its share with it, and a host that let go did not work as hard: neither is a figure.
  if (last.pids.join() !== first.pids.join())
    throw new LabError("not_observed", `The agent's processes changed: ${first.pids} to ${last.pids}.`);
  const holders = await lab.observe.addressHolders(setting.vipAddress);
  if (holders.join() !== host.name) throw new LabError("not_observed", `${host.name} no longer holds.`);
  await expectOpenGate(host, setting.vipAddress);
  const cpuPercent = ((last.cpuSeconds - first.cpuSeconds) / ((last.atMs - first.atMs) / 1_000)) * 100;
  const pssMb = last.pssBytes / 1_000_000;
  say(`CPU ${cpuPercent.toFixed(2)} % of a core, PSS ${pssMb.toFixed(1)} MB`);
  await options.stopConsole();
  const throughput = await measureThroughput(setting, options);
  const met =
    cpuPercent <= target.cpuPercent &&
    pssMb <= target.pssMb &&
    // Where the agents themselves slowed the processors, the pace is their doing and must not be taken out.
    throughput.pace.low <= 0 &&
    throughput.corrected.low >= -target.throughputPercent &&
    throughput.corrected.high <= target.throughputPercent;
  return {
    name: "agent-cost",
    runs: options.pairs,
    target,
    met,
    figures: {
      cpuPercent: round(cpuPercent),
      pssMb: round(pssMb),
      throughputPercent: round(throughput.corrected.middle),
      throughputLow: round(throughput.corrected.low),
      throughputHigh: round(throughput.corrected.high),
      uncorrectedPercent: round(throughput.measured.middle),
      uncorrectedLow: round(throughput.measured.low),
      uncorrectedHigh: round(throughput.measured.high),
      pacePercent: round(throughput.pace.middle),
      paceLow: round(throughput.pace.low),
      paceHigh: round(throughput.pace.high),
      primaryBusyPercent: round(throughput.ownBusyPercent),
      othersBusyPercent: round(throughput.othersBusyPercent),
    },
  };
}

/** Throws LabError unless the kernel's own rule set lets the address through now. */
async function expectOpenGate(host: LabHost, address: string): Promise<void> {
  await waitFor(
    `the gate of ${host.name} to be open in its kernel`,
    async () => {
      const { stdout } = await host.exec(["nft", "list", "set", "inet", "primacy_vip", "held"]);
      return stdout.includes(address) ? true : undefined;
    },
    { timeoutMs: 5_000 },
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
