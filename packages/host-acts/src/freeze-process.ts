import { actAndObserve, type Evidence } from "./act";
import { ActFailure } from "./failure";
import type { ActingHost, HostProcess } from "./host";
import { getProcesses, type ProcessTarget } from "./processes";
import { waitFor } from "./wait-for";

/** Stops the processes with SIGSTOP. Returns when the kernel shows each as stopped. Throws when there is none. */
export async function freezeProcess(
  host: ActingHost,
  target: ProcessTarget,
): Promise<Evidence<"freeze-process">> {
  const found = await getProcesses(host, target);
  return actAndObserve(
    "freeze-process",
    `${host.name} ${target}`,
    () => signalAll(host, found, "SIGSTOP"),
    () => waitForStopped(host, found, true),
  );
}

/** Lets stopped processes go on with SIGCONT. Returns when the kernel shows none of them as stopped. */
export async function thawProcess(
  host: ActingHost,
  target: ProcessTarget,
): Promise<Evidence<"thaw-process">> {
  const found = await getProcesses(host, target);
  return actAndObserve(
    "thaw-process",
    `${host.name} ${target}`,
    () => signalAll(host, found, "SIGCONT"),
    () => waitForStopped(host, found, false),
  );
}

/** Processes of the host that are stopped, by whomever. */
export async function listStopped(host: ActingHost): Promise<HostProcess[]> {
  return (await host.listProcesses()).filter((one) => one.state === "T");
}

/** Sends SIGCONT to every stopped process of the host and waits until none is stopped. */
export async function thawAllProcesses(host: ActingHost): Promise<void> {
  const stopped = await listStopped(host);
  signalAll(host, stopped, "SIGCONT");
  if (stopped.length > 0) await waitForStopped(host, stopped, false);
}

function signalAll(host: ActingHost, processes: readonly HostProcess[], signal: NodeJS.Signals): void {
  for (const one of processes) host.signal(one.pid, signal);
}

async function waitForStopped(
  host: ActingHost,
  processes: readonly HostProcess[],
  isStopped: boolean,
): Promise<string[]> {
  const pids = new Set(processes.map((one) => one.pid));
  return waitFor(
    `${[...pids].join(", ")} on ${host.name} to be ${isStopped ? "stopped" : "running"}`,
    async () => {
      const now = (await host.listProcesses()).filter((one) => pids.has(one.pid));
      // One that is thawed may end at once, as an agent does that stood still for too long.
      if (isStopped && now.length === 0)
        throw new ActFailure("not_observed", `The processes of ${host.name} ended: ${[...pids].join(", ")}.`);
      if (now.some((one) => (one.state === "T") !== isStopped)) return undefined;
      return now.map((one) => `${one.name} (${one.innerPid}) is in state ${one.state}`);
    },
    { timeoutMs: 5_000, intervalMs: 10 },
  );
}
