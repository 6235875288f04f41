import type { ActingHost, HostProcess } from "./host";
import { isAlive } from "./processes";
import { waitFor } from "./wait-for";

/** Sends SIGKILL to each; one that has ended meanwhile is what was wanted. */
export function killEach(host: ActingHost, victims: readonly Pick<HostProcess, "pid">[]): void {
  for (const { pid } of victims) {
    try {
      host.signal(pid, "SIGKILL");
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause;
    }
  }
}

/** Waits until none of the killed processes lives. Throws ActFailure `not_observed` after 10 s. */
export async function waitForDeath(
  host: ActingHost,
  victims: readonly Pick<HostProcess, "pid">[],
): Promise<void> {
  await waitFor(
    `the killed processes of ${host.name} to be gone`,
    async () =>
      (await Promise.all(victims.map(({ pid }) => isAlive(pid)))).includes(true) ? undefined : true,
    { timeoutMs: 10_000, intervalMs: 5 },
  );
}
