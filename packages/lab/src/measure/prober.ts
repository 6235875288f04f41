import { probeEveryMs } from "@primacy/contract";
import { findLongestGap } from "@primacy/core/drill";
import { LabError } from "../errors";
import { allowDrills, runDrill } from "./drill-order";
import { sampleProbe } from "./probe-load";
import type { MeasureReport } from "./report";
import type { MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.prober;
const objectiveMs = 30_000;
/** Its own error has to be small beside the drill's. */
const secondEveryMs = 10;

/**
 * Kills mysqld of the primary by a drill `runs` times, with the soak's client beside the drill's: another program, on the same host, through the
 * same VIP. Met where the write gaps of the two never differ by more than twice the interval of the drill's client, and that takes 5 % of a core
 * or less. Throws LabError, also where an acknowledged write of either is lost.
 */
export async function measureProber(setting: MeasureSetting, runs: number): Promise<MeasureReport> {
  const { lab, vipAddress, say } = setting;
  await lab.resetGroup();
  await allowDrills(setting);
  const differences: number[] = [];
  const cpu: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const second = await lab.client.writes({ address: vipAddress, intervalMs: secondEveryMs });
    try {
      const drill = runDrill(setting, {
        fault: { kind: "kill_mysqld", restarts: false },
        endpoints: [{ address: vipAddress, port: 3306 }],
        objectiveMs,
      });
      const { done, cpuPercent } = await sampleProbe(lab.host("app1"), drill);
      await second.stop();
      const told = done.findings.endpoints[0]?.writeGap?.gapMs;
      const seen = findLongestGap(second.attempts)?.gapMs;
      if (told === undefined || seen === undefined || done.lostWrites !== 0)
        throw new LabError("not_observed", "A client has no gap, or acknowledged writes are missing.");
      const lost = await lab.client.findLostWrites(second);
      if (lost.length > 0)
        throw new LabError("not_observed", `${lost.length} acknowledged writes were lost.`);
      differences.push(Math.abs(told - seen));
      cpu.push(cpuPercent);
      say(
        `${run}/${runs}: the drill says ${told.toFixed(0)} ms, the other client ${seen.toFixed(0)} ms; ${cpuPercent.toFixed(1)} % of a core`,
      );
    } finally {
      await second.stop();
    }
    await lab.resetGroup();
  }
  const worstDifferenceMs = Math.max(...differences);
  const cpuPercent = cpu.reduce((sum, one) => sum + one, 0) / cpu.length;
  return {
    name: "prober",
    runs,
    target,
    met: worstDifferenceMs <= target.intervals * probeEveryMs.write && cpuPercent <= target.cpuPercent,
    figures: { worstDifferenceMs, cpuPercent },
  };
}
