import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { findProcesses } from "../host/processes";
import { controlService } from "../host/service";
import { listSupervised, type SupervisedService } from "../host/supervised";
import { observeListeners } from "../observe/listeners";
import { waitFor } from "../process/wait-for";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";
import { killEach, waitForDeath } from "./kill";

/**
 * Kills every process of a supervised service with SIGKILL; sessions of an older sshd are such too. With `restart` its
 * supervisor starts it again within a second or so; without, it stays dead until it is started. Returns when what was
 * killed is gone, and without `restart` nothing listens on its ports. Throws LabError `bad_option` where the host has
 * no such service, and `not_observed` where it does not run, or does not listen yet.
 */
export async function killService(
  host: LabHost,
  name: string,
  options: { readonly restart: boolean },
): Promise<FaultEvidence> {
  const service = getService(host, name);
  const [victims, open] = await Promise.all([
    findProcesses(host, service.process),
    observeListeners(host, service.ports),
  ]);
  // Of sshd a session may be left where the service was stopped.
  if (victims.length === 0 || open.length < service.ports.length)
    throw new LabError("not_observed", `No ${service.process} runs on ${host.name}.`, { retryable: true });
  if (!options.restart) await letDie(host, service);
  return actAndObserve(
    "kill-service",
    `${host.name} ${service.name}`,
    () => killEach(victims.map(({ pid }) => pid)),
    async () => {
      await waitForDeath(host, victims);
      const gone = victims.map((one) => `${one.name} ${one.pid} is gone`);
      return options.restart ? gone : [...gone, ...(await waitForSilence(host, service))];
    },
  );
}

/** Stops a supervised service in order; it stays so until it is started. Harmless where it does not run. */
export async function stopService(host: LabHost, name: string): Promise<FaultEvidence> {
  const service = getService(host, name);
  return actAndObserve(
    "stop-service",
    `${host.name} ${service.name}`,
    () => controlService(host, service.name, "stop"),
    () => waitForSilence(host, service),
  );
}

/** Starts a supervised service. Returns when its process runs and its ports listen. Harmless where they do. */
export async function startService(
  host: LabHost,
  name: string,
  signal?: AbortSignal,
): Promise<FaultEvidence> {
  const service = getService(host, name);
  return actAndObserve(
    "start-service",
    `${host.name} ${service.name}`,
    () => controlService(host, service.name, "start", { signal }),
    () =>
      waitFor(
        `${service.name} to run on ${host.name}`,
        async () => {
          const found = await findProcesses(host, service.process);
          const open = await observeListeners(host, service.ports);
          if (found.length === 0 || open.length < service.ports.length) return undefined;
          return [`${service.process} runs`, ...open.map((port) => `port ${port} listens`)];
        },
        { timeoutMs: 30_000, signal },
      ),
  );
}

/** Has its supervisor let it be dead from here on. The service goes on meanwhile. */
async function letDie(host: LabHost, { name }: SupervisedService): Promise<void> {
  await host.exec(["sv", "once", name]);
  // The order is only sent: a service that died before it was read would be started again.
  await waitFor(
    `the supervisor of ${name} on ${host.name} to have read its order`,
    async () =>
      (await host.tryExec(["sv", "status", name])).stdout.includes("want down") ? true : undefined,
    { timeoutMs: 5_000, intervalMs: 20 },
  );
}

function getService(host: LabHost, name: string): SupervisedService {
  const all = listSupervised(host.kind);
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new LabError(
    "bad_option",
    `${host.name} has the services ${all.map((one) => one.name).join(", ")}; not '${name}'.`,
  );
}

async function waitForSilence(host: LabHost, service: SupervisedService): Promise<string[]> {
  return waitFor(
    `${service.name} to be gone from ${host.name}`,
    async () => {
      // Those of sshd that are left serve sessions: its ports tell of the one that takes new ones.
      const left = service.ports.length === 0 ? await findProcesses(host, service.process) : [];
      const open = await observeListeners(host, service.ports);
      if (left.length > 0 || open.length > 0) return undefined;
      const closed = service.ports.map((port) => `nothing listens on port ${port}`);
      return closed.length > 0 ? closed : [`no ${service.process} process is left`];
    },
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}
