import type { WriteAttempt } from "../client/write-attempt";
import { findLongestGap, type WriteGap } from "../client/write-gap";
import type { WriteRun } from "../client/write-run";
import { LabError } from "../errors";
import { databaseNames } from "../roster";
import type { MeasureSetting } from "./setting";

const intervalMs = 10;
const routerPort = 6446;

/** Writers on the load host, all over the same faults: through the VIP, through MySQL Router, and direct. */
export interface Observers {
  readonly vip: WriteRun;
  readonly router: WriteRun;
  /** One writer per server: the control client that knows all servers and takes whichever acknowledges. */
  readonly direct: readonly WriteRun[];
}

/** What one path went through in one run. */
export type PathGap = WriteGap;

/** Starts all writers and waits until VIP, Router and the primary acknowledge. */
export async function startObservers(setting: MeasureSetting): Promise<Observers> {
  const { lab, vipAddress } = setting;
  const vip = await lab.client.writes({ address: vipAddress, intervalMs });
  const router = await lab.client.writes({ address: lab.host("px1").address, port: routerPort, intervalMs });
  const direct = await Promise.all(
    databaseNames.map((name) =>
      lab.client.writes({ address: lab.host(name).address, intervalMs, expectsRefusals: true }),
    ),
  );
  return { vip, router, direct };
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

/** The longest time without an acknowledged write on each path, around one fault. */
export function readGaps(
  observers: Observers,
  fromMs: number,
  toMs: number,
): { vip: PathGap; router: PathGap; control: PathGap } {
  const gapOf = (name: string, attempts: readonly WriteAttempt[]): PathGap => {
    const gap = findLongestGap(attempts, { fromMs, toMs });
    if (gap === null) throw new LabError("not_observed", `Too few acknowledged writes through ${name}.`);
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
