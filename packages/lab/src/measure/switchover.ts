import { operationKinds } from "@primacy/contract";
import { summarize } from "@primacy/core/benchmark";
import { awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import { monotonicMs } from "../process/monotonic";
import { awaitRecovery, readGaps, startObservers, stopObservers } from "./observers";
import type { MeasureReport } from "./report";
import { findNextPrimary, type MeasureSetting, memberOn } from "./setting";
import { measureTargets } from "./targets";

const target = measureTargets.switchover;
const settleMs = 500;
const controlEveryMs = 50;
/** A minute of switchovers before anything counts: servers that were just founded, and agents, console and writers that
 * were just started, need it until they do at a switchover only what they do at every one. */
const uncountedRuns = 20;

/**
 * Planned switchovers ordered through the REST API, each to the next member, under writers every 10 ms; the first
 * twenty do not count. The gap of a path is the longest time without an acknowledged write around the order. Throws LabError where two hosts held the
 * address at once or an acknowledged write was lost.
 */
export async function measureSwitchover(setting: MeasureSetting, runs: number): Promise<MeasureReport> {
  const { lab, say } = setting;
  await lab.resetGroup();
  const watch = await lab.observe.watchHolders(setting.vipAddress);
  const observers = await startObservers(setting, controlEveryMs);
  const gaps: { vip: number; router: number; control: number }[] = [];
  const uncounted: typeof gaps = [];
  try {
    for (let run = 1 - uncountedRuns; run <= runs; run += 1) {
      const to = await findNextPrimary(setting);
      const orderedMs = monotonicMs();
      const { operation } = await setting.api.call("switchOver", {
        params: { id: setting.cluster.id },
        body: { memberId: memberOn(setting, to).id, confirm: setting.cluster.name },
      });
      const done = await awaitSuccess(setting.api, operation.id);
      await awaitRecovery(observers, monotonicMs() + settleMs, 30_000);
      const limits = { fromMs: orderedMs - settleMs, faultMs: orderedMs, toMs: monotonicMs() };
      const seen = readGaps(observers, limits);
      const gap = { vip: seen.vip.gapMs, router: seen.router.gapMs, control: seen.control.gapMs };
      (run > 0 ? gaps : uncounted).push(gap);
      const result = operationKinds.switchover.result.safeParse(done.result);
      const phases = result.success
        ? ` (group ${result.data.primaryAfterMs?.toFixed(0) ?? "-"}, held ${result.data.heldAfterMs?.toFixed(0) ?? "-"})`
        : "";
      say(
        `${run > 0 ? `${run}/${runs}` : "not counted,"} to ${to}: VIP ${gap.vip.toFixed(0)} ms, Router ${gap.router.toFixed(0)} ms, direct ${gap.control.toFixed(0)} ms${phases}`,
      );
    }
  } finally {
    await stopObservers(setting, observers);
    await watch.stop();
  }
  if (watch.overlaps.length > 0) throw new LabError("not_observed", "Two hosts held the address at once.");
  const vip = summarize(gaps.map((gap) => gap.vip));
  return {
    name: "switchover",
    runs,
    vip,
    router: summarize(gaps.map((gap) => gap.router)),
    control: summarize(gaps.map((gap) => gap.control)),
    target,
    met: vip.p50Ms <= target.p50Ms && vip.p95Ms <= target.p95Ms,
    figures: { uncounted: summarize(uncounted.map((gap) => gap.vip)) },
  };
}
