import type { LabHost } from "../host/lab-host";
import { getProcesses, type ProcessTarget } from "../host/processes";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";
import { killEach, waitForDeath } from "./kill";

/**
 * Kills processes with SIGKILL; whoever supervises them starts them again. Returns when those that were killed are gone.
 * Throws LabError `not_observed` where there is none.
 */
export async function killProcess(host: LabHost, target: ProcessTarget): Promise<FaultEvidence> {
  const victims = await getProcesses(host, target);
  return actAndObserve(
    "kill-process",
    `${host.name} ${target}`,
    () => killEach(victims.map(({ pid }) => pid)),
    async () => {
      await waitForDeath(host, victims);
      return victims.map((one) => `${one.name} (${one.innerPid}) is gone`);
    },
  );
}
