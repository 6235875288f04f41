import { waitFor } from "../process/wait-for";
import type { LabHost } from "./lab-host";

/** Waits until a host that is on has started everything in its run level. Throws LabError `not_observed`. */
export async function waitForBoot(host: LabHost, signal?: AbortSignal): Promise<void> {
  await waitFor(
    `${host.name} to have booted`,
    async () =>
      (await host.tryExec(["test", "-e", "/run/lab-boot-complete"], { signal })).exitCode === 0
        ? true
        : undefined,
    { timeoutMs: 120_000, intervalMs: 50, signal },
  );
}
