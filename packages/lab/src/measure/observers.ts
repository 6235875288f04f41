import { findLongestGap, type WriteAttempt, type WriteGap } from "@primacy/core/drill";
import type { WriteRun } from "@primacy/probe";
import { asLabError } from "../client/probe-failure";
import { LabError } from "../errors";
import { databaseNames } from "../roster";
import type { MeasureSetting } from "./setting";

/**
 * Through the VIP every 10 ms, as the targets say. The others write more rarely: three clients at that pace take all of
 * a machine of two cores, and the figure would be the machine's.
 */
const vipEveryMs = 10;
const routerEveryMs = 20;
const routerPort = 6446;

/** Writers on the load host, all over the same faults: through the VIP, through MySQL Router, and direct. */
export interface Observers {
  readonly vip: WriteRun;
  readonly router: WriteRun;
  /** The control: a client that knows all servers and writes to whichever acknowledges. */
  readonly control: WriteRun;
}

/** What one path went through in one run. */
export type PathGap = WriteGap;

/** Starts all writers, one after the other, and waits until each has an acknowledged write. */
export async function startObservers(setting: MeasureSetting, controlEveryMs: number): Promise<Observers> {
  const { lab, vipAddress } = setting;
  const started: WriteRun[] = [];
  const start = async (
    intervalMs: number,
    address: string | readonly string[],
    port = 3306,
  ): Promise<WriteRun> => {
    const run = await lab.client.writes({ address, port, intervalMs });
    started.push(run);
    return run;
  };
  try {
    const vip = await start(vipEveryMs, vipAddress);
    const router = await start(routerEveryMs, lab.host("px1").address, routerPort);
    const servers = databaseNames.map((name) => lab.host(name).address);
    const control = await start(controlEveryMs, servers);
    return { vip, router, control };
  } catch (cause) {
    await Promise.all(started.map((run) => run.stop()));
    throw cause;
  }
}

/** Ends all writers, letting attempts under way end. Safe to repeat. */
export async function endObservers({ vip, router, control }: Observers): Promise<void> {
  await Promise.all([vip, router, control].map((run) => run.stop()));
}

/** Stops all writers and checks that no acknowledged write was lost. Throws LabError `not_observed` with the count where one was. */
export async function stopObservers(setting: MeasureSetting, observers: Observers): Promise<void> {
  await endObservers(observers);
  for (const run of [observers.vip, observers.router, observers.control]) {
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
    control: gapOf("the direct control", observers.control.attempts),
  };
}

/** Waits until every path has acknowledged writes that began after `sinceMs`. Throws LabError `not_observed`. */
export async function awaitRecovery(observers: Observers, sinceMs: number, timeoutMs: number): Promise<void> {
  await Promise.all([
    observers.vip.waitForAck(sinceMs, { timeoutMs }),
    observers.router.waitForAck(sinceMs, { timeoutMs }),
    observers.control.waitForAck(sinceMs, { timeoutMs }),
  ]).catch((cause: unknown) => {
    throw asLabError(cause);
  });
}
