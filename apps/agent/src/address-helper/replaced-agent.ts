import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { monotonicMs } from "../vip/address/types";

const goneEveryMs = 2;
const goneLimitMs = 3000;

/** What was to be replaced goes on: nothing may be started in its place. */
export class HandoverError extends Error {
  readonly code: "no_supervisor" | "still_running";
  readonly retryable = true;

  constructor(code: HandoverError["code"], text: string) {
    super(text);
    this.name = "HandoverError";
    this.code = code;
  }
}

/** The processes that this one is started to replace, as the supervisor names them; none where nothing is handed over. */
export function listReplaced(): readonly number[] {
  return (process.env.PRIMACY_AGENT_REPLACES ?? "")
    .split(" ")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1);
}

/**
 * Has the supervisor kill them, who alone may, and resolves when none runs any more: from then on nobody renews what they held.
 * Throws HandoverError where one of them stays, or where the supervisor is gone.
 */
export async function endReplaced(pids: readonly number[]): Promise<void> {
  if (pids.length === 0) {
    return;
  }
  // Of another parent nobody knows what the signal does to it.
  const supervisor = process.ppid;
  if (String(supervisor) !== process.env.PRIMACY_SUPERVISOR_PID) {
    throw new HandoverError("no_supervisor", "the supervisor that was to hand over is gone");
  }
  process.kill(supervisor, "SIGUSR2");
  const endMs = monotonicMs() + goneLimitMs;
  for (const pid of pids) {
    while (await runs(pid)) {
      if (monotonicMs() >= endMs) {
        throw new HandoverError("still_running", `process ${pid} of the agent before this one does not end`);
      }
      await delay(goneEveryMs);
    }
  }
}

/**
 * Whether a child of the same supervisor lives under this pid. A dead one has let go of all it had, waited for or not; one of
 * which only the first thread is dead has not.
 */
async function runs(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const state = /^State:\s+(\S)/m.exec(status)?.[1] ?? "X";
  const threads = Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  return parent === process.ppid && (!"ZX".includes(state) || threads > 1);
}
