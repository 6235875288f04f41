import { summarize } from "@primacy/core/benchmark";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { isDatabaseName } from "../roster";
import { awaitRecovery, endObservers, readGaps, startObservers, stopObservers } from "./observers";
import type { MeasureReport } from "./report";
import type { MeasureSetting } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.crash;
const electionTimeoutMs = 60_000;
/** As often as the client of the VIP: what is measured is the difference of the two. */
const controlEveryMs = 10;

/**
 * Kills the primary's mysqld under writers every 10 ms; with an expel timeout of 0 its supervisor starts it again at
 * once, else it stays down until the group has gone on. `figures.added` is what the VIP adds: its first acknowledged
 * write after the kill, less that of the direct control client in the same run. Throws LabError where two hosts held the
 * address at once or an acknowledged write was lost.
 */
export async function measureCrash(setting: MeasureSetting, runs: number): Promise<MeasureReport> {
  const gaps: { vip: number; router: number; control: number; added: number }[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const gap = await crashOnce(setting);
    gaps.push(gap);
    setting.say(
      `${run}/${runs}: VIP ${gap.vip.toFixed(0)} ms, Router ${gap.router.toFixed(0)} ms, direct ${gap.control.toFixed(0)} ms, VIP adds ${gap.added.toFixed(0)} ms`,
    );
  }
  const added = summarize(gaps.map((gap) => gap.added));
  return {
    name: "crash",
    runs,
    vip: summarize(gaps.map((gap) => gap.vip)),
    router: summarize(gaps.map((gap) => gap.router)),
    control: summarize(gaps.map((gap) => gap.control)),
    target,
    met: added.p95Ms <= target.addedP95Ms,
    figures: { added },
  };
}

async function crashOnce(
  setting: MeasureSetting,
): Promise<{ vip: number; router: number; control: number; added: number }> {
  const { lab } = setting;
  await lab.resetGroup({ onProgress: setting.say });
  const watch = await lab.observe.watchHolders(setting.vipAddress);
  const observers = await startObservers(setting, controlEveryMs);
  try {
    const primary = await lab.findPrimary();
    if (primary === null || !isDatabaseName(primary.name))
      throw new LabError("group_not_ready", "The group has no primary.");
    const killedMs = monotonicMs();
    await lab.fault.killMysql(primary.name, { restart: isRestarted(lab) });
    await awaitRecovery(observers, monotonicMs(), electionTimeoutMs);
    const seen = readGaps(observers, { fromMs: killedMs - 1_000, faultMs: killedMs, toMs: monotonicMs() });
    // The load ends before the group is mended: that the old primary comes back is not what is measured.
    await endObservers(observers);
    await lab.resetGroup({ onProgress: setting.say });
    await stopObservers(setting, observers);
    await watch.stop();
    if (watch.overlaps.length > 0) throw new LabError("not_observed", "Two hosts held the address at once.");
    return {
      vip: seen.vip.gapMs,
      router: seen.router.gapMs,
      control: seen.control.gapMs,
      added: seen.vip.toMs - seen.control.toMs,
    };
  } finally {
    await endObservers(observers);
    await watch.stop();
  }
}

/**
 * With an expel timeout above 0 the others refuse a server that is back before it is expelled, as an old incarnation of
 * itself; when the group elects, and how long it then holds together, depends on the instant at which it asked.
 */
function isRestarted(lab: Lab): boolean {
  return lab.state.expelSeconds === 0;
}
