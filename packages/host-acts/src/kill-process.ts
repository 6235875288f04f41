import { actAndObserve, type Evidence } from "./act";
import type { ActingHost } from "./host";
import { killEach, waitForDeath } from "./kill";
import { getProcesses, type ProcessTarget } from "./processes";

/**
 * Kills processes with SIGKILL; whoever supervises them starts them again. Returns when those that were killed are gone.
 * Throws ActFailure `not_observed` where there is none.
 */
export async function killProcess(
  host: ActingHost,
  target: ProcessTarget,
): Promise<Evidence<"kill-process">> {
  const victims = await getProcesses(host, target);
  return actAndObserve(
    "kill-process",
    `${host.name} ${target}`,
    () => killEach(host, victims),
    async () => {
      await waitForDeath(host, victims);
      return victims.map((one) => `${one.name} (${one.innerPid}) is gone`);
    },
  );
}
