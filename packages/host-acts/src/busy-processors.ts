import { actAndObserve, type Evidence } from "./act";
import type { ActingHost } from "./host";
import { killEach } from "./kill";
import { findProcesses } from "./processes";
import { waitFor } from "./wait-for";

/** A program that does nothing but use a processor, by the kernel name that it gives itself. */
export const busyProgram = "primacy-busy";

/**
 * Looks at the clock itself, so that it ends where nobody is left to end it: once the host has been up for so many seconds more. Should
 * it not, the kernel ends it when it has used a processor for as long (setrlimit(2)). It starts no other program.
 */
const busy = `
echo ${busyProgram} >/proc/self/comm
ulimit -t "$1"
read -r up rest </proc/uptime
end=$((\${up%.*} + $1))
while read -r up rest </proc/uptime && [ "\${up%.*}" -lt "$end" ]; do
  n=0
  while [ "$n" -lt 10000 ]; do n=$((n + 1)); done
done`;

const startAll = `cd /
i=0
while [ "$i" -lt "$2" ]; do
  (${busy}
  ) >/dev/null 2>&1 </dev/null &
  i=$((i + 1))
done`;

/** How long processors are kept busy, and how the programs are known apart from those of others. */
export interface BusyLimits {
  /** Whole seconds, from the start of each program. */
  readonly seconds: number;
  /** `NAME=value`, in the environment of each. */
  readonly mark?: string;
}

/** For how long `keepBusy` waits for all of them to run. */
export const busyStartMs = 30_000;

/** Commands that `keepBusy` needs of its host. */
export const busyTools = ["env", "setsid", "sh"] as const;

/**
 * Keeps the processors of a host busy with `count` programs, in a session of their own, for 60 s unless told otherwise: each ends by itself
 * then. Throws ActFailure `not_observed` where they do not all run within `busyStartMs`; those that do are left to `endBusy`, or to their end.
 */
export async function keepBusy(
  host: ActingHost,
  count: number,
  { seconds, mark }: BusyLimits = { seconds: 60 },
): Promise<Evidence<"busy-processors">> {
  const marks = mark === undefined ? [] : [mark];
  return actAndObserve(
    "busy-processors",
    host.name,
    async () => {
      await host.exec([
        "env",
        ...marks,
        "setsid",
        "-w",
        "sh",
        "-c",
        startAll,
        "sh",
        `${seconds}`,
        `${count}`,
      ]);
    },
    () =>
      waitFor(
        `${count} busy programs on ${host.name}`,
        async () => {
          const running = (await findProcesses(host, busyProgram)).filter(({ state }) => state === "R");
          return running.length >= count ? [`${running.length} programs of ${host.name} run`] : undefined;
        },
        { timeoutMs: busyStartMs, intervalMs: 50 },
      ),
  );
}

/** Ends `keepBusy`, whoever began it. Harmless when nothing is busy. */
export async function endBusy(host: ActingHost): Promise<void> {
  killEach(host, await findProcesses(host, busyProgram));
}
