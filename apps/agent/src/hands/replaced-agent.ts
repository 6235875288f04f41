import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { monotonicMs } from "../vip/address/types";

const goneEveryMs = 2;
const goneLimitMs = 3000;

/** The processes that this one is started to replace, as the supervisor names them; none where nothing is handed over. */
export function listReplaced(): readonly number[] {
  return (process.env.PRIMACY_AGENT_REPLACES ?? "")
    .split(" ")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1);
}

/**
 * Has the supervisor kill them, who alone may, and resolves when none runs any more: from then on nobody renews what they held.
 * Throws Error where one of them stays.
 */
export async function endReplaced(pids: readonly number[]): Promise<void> {
  if (pids.length === 0) {
    return;
  }
  process.kill(process.ppid, "SIGUSR2");
  const endMs = monotonicMs() + goneLimitMs;
  for (const pid of pids) {
    while (await runs(pid)) {
      if (monotonicMs() >= endMs) {
        throw new Error(`process ${pid} of the agent before this one does not end`);
      }
      await delay(goneEveryMs);
    }
  }
}

/** Whether a child of the same supervisor lives under this pid. A dead one has let go of all it had, waited for or not. */
async function runs(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const state = /^State:\s+(\S)/m.exec(status)?.[1] ?? "X";
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  return parent === process.ppid && !"ZX".includes(state);
}
