import type { WriteAttempt } from "../client/write-attempt";
import { findLongestGap, type WriteGap } from "../client/write-gap";
import type { WriteRun } from "../client/write-run";
import { LabError } from "../errors";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";
import type { MeasureSetting } from "./setting";

const intervalMs = 10;
const routerPort = 6446;
const startTimeoutMs = 30_000;

/** Writers on the load host, all over the same faults: through the VIP, through MySQL Router, and direct. */
export interface Observers {
  readonly vip: WriteRun;
  readonly router: WriteRun;
  /** One writer per server: the control client that knows all servers and takes whichever acknowledges. */
  readonly direct: readonly WriteRun[];
}

/** What one path went through in one run. */
export type PathGap = WriteGap;

/** Starts all writers and waits until VIP, Router and the primary acknowledge, and each other server answers. */
export async function startObservers(setting: MeasureSetting): Promise<Observers> {
  const { lab, vipAddress } = setting;
  const started: WriteRun[] = [];
  const start = async (options: Parameters<typeof lab.client.writes>[0]): Promise<WriteRun> => {
    const run = await lab.client.writes({ ...options, intervalMs });
    started.push(run);
    return run;
  };
  try {
    const vip = await start({ address: vipAddress });
    const router = await start({ address: lab.host("px1").address, port: routerPort });
    const direct: WriteRun[] = [];
    for (const name of databaseNames)
      direct.push(await start({ address: lab.host(name).address, expectsRefusals: true }));
    const observers = { vip, router, direct };
    await waitFor(
      "an attempt on each server",
      () => (direct.every((run) => run.attempts.length > 0) ? true : undefined),
      { timeoutMs: startTimeoutMs },
    );
    await awaitRecovery(observers, monotonicMs(), startTimeoutMs);
    return observers;
  } catch (cause) {
    await Promise.all(started.map((run) => run.stop()));
    throw cause;
  }
}

/** Stops all writers and checks that no acknowledged write was lost. Throws LabError `not_observed` with the count where one was. */
export async function stopObservers(setting: MeasureSetting, observers: Observers): Promise<void> {
  const runs = [observers.vip, observers.router, ...observers.direct];
  await Promise.all(runs.map((run) => run.stop()));
  for (const run of runs) {
    const lost = await setting.lab.client.findLostWrites(run);
    if (lost.length > 0) throw new LabError("not_observed", `${lost.length} acknowledged writes were lost.`);
  }
}

/**
 * The longest time without an acknowledged write on each path, around one fault that came after `faultMs`. Throws
 * LabError where a path acknowledged nothing between `fromMs` and the fault: its gap would be too short.
 */
export function readGaps(
  observers: Observers,
  limits: { readonly fromMs: number; readonly faultMs: number; readonly toMs: number },
): { vip: PathGap; router: PathGap; control: PathGap } {
  const gapOf = (name: string, attempts: readonly WriteAttempt[]): PathGap => {
    const gap = findLongestGap(attempts, limits);
    const isBefore = (one: WriteAttempt): boolean =>
      one.acked && one.endedMonotonicMs >= limits.fromMs && one.endedMonotonicMs <= limits.faultMs;
    if (gap === null || !attempts.some(isBefore))
      throw new LabError("not_observed", `Too few acknowledged writes through ${name}.`);
    return gap;
  };
  return {
    vip: gapOf("the VIP", observers.vip.attempts),
    router: gapOf("MySQL Router", observers.router.attempts),
    control: gapOf(
      "the direct control",
      observers.direct.flatMap((run) => run.attempts),
    ),
  };
}

/** Waits until every path has acknowledged writes that began after `sinceMs`. */
export async function awaitRecovery(observers: Observers, sinceMs: number, timeoutMs: number): Promise<void> {
  await Promise.all([
    observers.vip.waitForAck(sinceMs, { timeoutMs }),
    observers.router.waitForAck(sinceMs, { timeoutMs }),
    Promise.any(observers.direct.map((run) => run.waitForAck(sinceMs, { timeoutMs }))),
  ]);
}
