import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { getProcesses, type HostProcess, observeProcesses, type ProcessTarget } from "../host/processes";
import { observeGreeting, waitForGreeting } from "../observe/greeting";
import { waitFor } from "../process/wait-for";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";

/** Stops the processes with SIGSTOP. Returns when the kernel shows each as stopped. Throws when there is none. */
export async function freezeProcess(host: LabHost, target: ProcessTarget): Promise<FaultEvidence> {
  const found = await getProcesses(host, target);
  return actAndObserve(
    "freeze-process",
    `${host.name} ${target}`,
    () => signalAll(found, "SIGSTOP"),
    () => waitForStopped(host, found, true),
  );
}

/** Lets stopped processes go on with SIGCONT. Returns when the kernel shows none of them as stopped. */
export async function thawProcess(host: LabHost, target: ProcessTarget): Promise<FaultEvidence> {
  const found = await getProcesses(host, target);
  return actAndObserve(
    "thaw-process",
    `${host.name} ${target}`,
    () => signalAll(found, "SIGCONT"),
    () => waitForStopped(host, found, false),
  );
}

/** Stops every process of the host at once; its kernel (ARP, TCP accept) lives on, as in a paused machine it would not. */
export async function freezeHost(host: LabHost): Promise<FaultEvidence> {
  await assertOn(host);
  const freezer = await host.getFreezer();
  return actAndObserve("freeze-host", host.name, freezer.freeze, async () => {
    await waitFor(
      `sshd on ${host.name} to fall silent`,
      async () => ((await observeGreeting(host.address, 22, 300)) === null ? true : undefined),
      { timeoutMs: 5_000, intervalMs: 20 },
    );
    return ["the kernel shows the host's cgroup as frozen", "sshd no longer greets"];
  });
}

/** Lets a frozen host go on. Returns when its sshd greets again. Harmless when it is not frozen. */
export async function thawHost(host: LabHost): Promise<FaultEvidence> {
  const freezer = await host.getFreezer();
  return actAndObserve("thaw-host", host.name, freezer.thaw, async () => {
    await waitForGreeting(host.address, 22);
    return ["the kernel shows the host's cgroup as thawed", "sshd greets"];
  });
}

/** Processes of the host that are stopped, by whomever. */
export async function listStopped(host: LabHost): Promise<HostProcess[]> {
  return (await observeProcesses(host)).filter((one) => one.state === "T");
}

/** Sends SIGCONT to every stopped process of the host and waits until none is stopped. */
export async function thawAllProcesses(host: LabHost): Promise<void> {
  const stopped = await listStopped(host);
  await signalAll(stopped, "SIGCONT");
  if (stopped.length > 0) await waitForStopped(host, stopped, false);
}

function signalAll(processes: readonly HostProcess[], signal: NodeJS.Signals): void {
  for (const one of processes) process.kill(one.pid, signal);
}

async function waitForStopped(
  host: LabHost,
  processes: readonly HostProcess[],
  isStopped: boolean,
): Promise<string[]> {
  const pids = new Set(processes.map((one) => one.pid));
  return waitFor(
    `${[...pids].join(", ")} on ${host.name} to be ${isStopped ? "stopped" : "running"}`,
    async () => {
      const now = (await observeProcesses(host)).filter((one) => pids.has(one.pid));
      // One that is thawed may end at once, as an agent does that stood still for too long.
      if (isStopped && now.length === 0)
        throw new LabError("not_observed", `The processes of ${host.name} ended: ${[...pids].join(", ")}.`);
      if (now.some((one) => (one.state === "T") !== isStopped)) return undefined;
      return now.map((one) => `${one.name} (${one.innerPid}) is in state ${one.state}`);
    },
    { timeoutMs: 5_000, intervalMs: 10 },
  );
}

async function assertOn(host: LabHost): Promise<void> {
  if (!(await host.isOn())) throw new LabError("host_off", `${host.name} is powered off.`);
}
