import { actAndObserve, type Evidence } from "./act";
import type { ActingHost } from "./host";
import { killEach } from "./kill";
import { findProcesses } from "./processes";
import { waitFor } from "./wait-for";

/** A program that does nothing but use a processor, by its kernel name. */
const BUSY = "yes";

/** Keeps the processors of a host busy with `count` programs, for 60 s at most. */
export async function keepBusy(host: ActingHost, count: number): Promise<Evidence<"busy-processors">> {
  return actAndObserve(
    "busy-processors",
    host.name,
    async () => {
      const one = `timeout 60 ${BUSY} >/dev/null 2>&1 </dev/null &`;
      await host.exec(["sh", "-c", Array.from({ length: count }, () => one).join(" ")]);
    },
    () =>
      waitFor(
        `${count} busy programs on ${host.name}`,
        async () => {
          const running = (await findProcesses(host, BUSY)).filter(({ state }) => state === "R");
          return running.length >= count ? [`${running.length} programs of ${host.name} run`] : undefined;
        },
        { timeoutMs: 5_000, intervalMs: 50 },
      ),
  );
}

/** Ends `keepBusy`. Harmless when nothing is busy. */
export async function endBusy(host: ActingHost): Promise<void> {
  killEach(host, await findProcesses(host, BUSY));
}
