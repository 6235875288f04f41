import { readdir, readFile } from "node:fs/promises";
import { message } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import { OperatorRefusal } from "../../refusal";
import { isStillThere, type NamedProcess } from "../listening-server";
import { requireSame } from "./server-process";

/** A thread that waits for a disk stops when that has answered. */
const limitMs = 10_000;
const stopped = "T";

/** One that somebody else has stopped would be thawed by the undo. Throws OperatorRefusal. */
export async function requireRunning(one: NamedProcess): Promise<void> {
  const { name, pid } = one;
  if ((await listStates(one)).includes(stopped))
    throw new OperatorRefusal(message("operator.fault_frozen_before", { name, pid }));
}

/** Stops a process by SIGSTOP, and returns once the kernel shows each of its threads stopped. Throws ToldError. */
export async function freeze(host: ActingHost, one: NamedProcess): Promise<FaultEvidence> {
  const { name, pid } = one;
  await requireSame(one);
  const actedMs = monotonicMs();
  host.signal(pid, "SIGSTOP");
  const look = async (): Promise<number | undefined> => {
    await requireSame(one);
    const states = await listStates(one);
    return states.length > 0 && states.every((state) => state === stopped) ? states.length : undefined;
  };
  const threads = await waitFor("each thread to be stopped", look, {
    timeoutMs: limitMs,
    intervalMs: 5,
  }).catch((error: unknown) => {
    if (error instanceof ToldError) throw error;
    throw new ToldError(message("operator.fault_not_frozen", { name, pid, limitMs }));
  });
  return {
    actedMs,
    seenMs: monotonicMs(),
    seen: [message("operator.seen_frozen", { name, pid, count: threads })],
  };
}

/** Has it go on, and returns once none of its threads is stopped; done at once where it is gone. Throws ToldError. */
export async function thaw(host: ActingHost, one: NamedProcess): Promise<void> {
  if (!(await isStillThere(one))) return;
  const { name, pid } = one;
  signalIfThere(host, pid);
  const look = async (): Promise<true | undefined> =>
    (await isStillThere(one)) && (await listStates(one)).includes(stopped) ? undefined : true;
  await waitFor("its threads to go on", look, { timeoutMs: limitMs, intervalMs: 5 }).catch(() => {
    throw new ToldError(message("operator.fault_not_thawed", { name, pid, limitMs }));
  });
}

function signalIfThere(host: ActingHost, pid: number): void {
  try {
    host.signal(pid, "SIGCONT");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The state of each thread (field 3 of `/proc/PID/task/TID/stat`, proc(5)). */
async function listStates({ pid }: NamedProcess): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => "")),
  );
  // The name in brackets may hold anything, also brackets.
  return texts.filter((text) => text !== "").map((text) => text.charAt(text.lastIndexOf(")") + 2));
}
