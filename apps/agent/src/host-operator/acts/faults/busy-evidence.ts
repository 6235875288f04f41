import { message } from "@primacy/contract";
import { waitFor } from "@primacy/host-acts";
import { ToldError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import { readLive } from "../marked-processes";

/** Long enough for a share of a processor to be told from none. */
const leastMs = 500;
const limitMs = 15_000;
/** The kernel counts in ticks of this length for everybody (proc(5)). */
const tickMs = 10;
const running = "R";

/** What busy processes had of the processors while they were looked at. */
export interface BusySight {
  /** Of all processors together, 0 to 100. */
  readonly percent: number;
  readonly measuredMs: number;
}

/**
 * Looks at busy processes for half a second, and on until each has had a processor for a moment: the kernel has to show all `count` of them
 * as running, or as waiting for a processor, each time. Throws ToldError where it does not, or not within 15 s.
 */
export async function seeBusy(
  pids: readonly number[],
  { count, processors }: { readonly count: number; readonly processors: number },
): Promise<BusySight> {
  const begunMs = monotonicMs();
  const before = new Map<number, number>();
  const look = async (): Promise<BusySight | undefined> => {
    const found = await Promise.all(pids.map(async (pid) => ({ pid, facts: await readLive(pid) })));
    const busy = found.flatMap(({ pid, facts }) =>
      facts?.state === running ? [{ pid, ticks: facts.usedTicks }] : [],
    );
    if (busy.length < count)
      throw new ToldError(message("operator.fault_not_busy", { count, runs: busy.length }));
    const used = busy.map(({ pid, ticks }) => ticks - (before.get(pid) ?? ticks));
    for (const { pid, ticks } of busy) if (!before.has(pid)) before.set(pid, ticks);
    const measuredMs = monotonicMs() - begunMs;
    if (measuredMs < leastMs || used.some((ticks) => ticks === 0)) return undefined;
    const usedMs = used.reduce((sum, ticks) => sum + ticks * tickMs, 0);
    const percent = Math.min(100, Math.round((100 * usedMs) / (measuredMs * processors)));
    return { percent, measuredMs: Math.round(measuredMs) };
  };
  return waitFor("each busy process to have had a processor", look, {
    timeoutMs: limitMs,
    intervalMs: 50,
  }).catch((error: unknown) => {
    if (error instanceof ToldError) throw error;
    throw new ToldError(message("operator.fault_starved", { count, limitMs }));
  });
}
