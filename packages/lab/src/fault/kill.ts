import type { LabHost } from "../host/lab-host";
import { type HostProcess, isAlive } from "../host/processes";
import { waitFor } from "../process/wait-for";

/** Sends SIGKILL to processes of the machine; one that has ended meanwhile is what was wanted. */
export function killEach(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause;
    }
  }
}

/** Waits until none of the killed processes lives. Throws LabError `not_observed` after 10 s. */
export async function waitForDeath(
  host: LabHost,
  victims: readonly Pick<HostProcess, "pid">[],
): Promise<void> {
  await waitFor(
    `the killed processes of ${host.name} to be gone`,
    async () =>
      (await Promise.all(victims.map(({ pid }) => isAlive(pid)))).includes(true) ? undefined : true,
    { timeoutMs: 10_000, intervalMs: 5 },
  );
}
