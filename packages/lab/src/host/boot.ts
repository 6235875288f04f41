import { access } from "node:fs/promises";
import { LabError } from "../errors";
import { waitFor } from "../process/wait-for";
import type { LabHost } from "./lab-host";

/**
 * Waits until a host that is on has started everything in its run level. Throws LabError `not_observed`, and `host_off`
 * where it has no power.
 */
export async function waitForBoot(host: LabHost, signal?: AbortSignal): Promise<void> {
  await waitFor(
    `${host.name} to have booted`,
    async () => {
      const pid = await host.findInitPid();
      if (pid === null) throw new LabError("host_off", `${host.name} is powered off.`, { retryable: true });
      // Read through the kernel: a command in the host would cost more than all else that healing a whole lab looks at.
      return access(`/proc/${pid}/root/run/lab-boot-complete`).then(
        () => true,
        () => undefined,
      );
    },
    { timeoutMs: 120_000, intervalMs: 50, signal },
  );
}
