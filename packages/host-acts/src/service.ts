import { actAndObserve, type Evidence } from "./act";
import { controlService } from "./control-service";
import { ActFailure } from "./failure";
import type { ActingHost } from "./host";
import { killEach, waitForDeath } from "./kill";
import { findProcesses } from "./processes";
import { waitFor } from "./wait-for";

/** A service of a host, by what tells whether it runs. */
export interface HostService {
  readonly name: string;
  /** Kernel name of its processes. */
  readonly process: string;
  /** TCP ports that it listens on, by which its end is seen. */
  readonly ports: readonly number[];
}

/** Has whoever supervises the service let it be dead from here on. */
export type LetDie = (host: ActingHost, service: HostService) => Promise<void>;

/**
 * Kills every process of a service with SIGKILL; sessions of an older sshd are such too. Without `letDie` its supervisor starts
 * it again; with it, it stays dead until it is started. Returns when what was killed is gone, and with `letDie` nothing listens
 * on its ports. Throws ActFailure `not_observed` where it does not run, or does not listen yet.
 */
export async function killService(
  host: ActingHost,
  service: HostService,
  options: { readonly letDie: LetDie | null },
): Promise<Evidence<"kill-service">> {
  const [victims, open] = await Promise.all([
    findProcesses(host, service.process),
    host.listListeners(service.ports),
  ]);
  // Of sshd a session may be left where the service was stopped.
  if (victims.length === 0 || open.length < service.ports.length)
    throw new ActFailure("not_observed", `No ${service.process} runs on ${host.name}.`, { retryable: true });
  await options.letDie?.(host, service);
  return actAndObserve(
    "kill-service",
    `${host.name} ${service.name}`,
    () => killEach(host, victims),
    async () => {
      await waitForDeath(host, victims);
      const gone = victims.map((one) => `${one.name} ${one.pid} is gone`);
      return options.letDie === null ? gone : [...gone, ...(await waitForSilence(host, service))];
    },
  );
}

/** Stops a service in order; it stays so until it is started. Harmless where it does not run. */
export async function stopService(host: ActingHost, service: HostService): Promise<Evidence<"stop-service">> {
  return actAndObserve(
    "stop-service",
    `${host.name} ${service.name}`,
    () => controlService(host, service.name, "stop"),
    () => waitForSilence(host, service),
  );
}

/** Starts a service. Returns when its process runs and its ports listen. Harmless where they do. */
export async function startService(
  host: ActingHost,
  service: HostService,
  signal?: AbortSignal,
): Promise<Evidence<"start-service">> {
  return actAndObserve(
    "start-service",
    `${host.name} ${service.name}`,
    () => controlService(host, service.name, "start", { signal }),
    () =>
      waitFor(
        `${service.name} to run on ${host.name}`,
        async () => {
          const found = await findProcesses(host, service.process);
          const open = await host.listListeners(service.ports);
          if (found.length === 0 || open.length < service.ports.length) return undefined;
          return [`${service.process} runs`, ...open.map((port) => `port ${port} listens`)];
        },
        { timeoutMs: 30_000, signal },
      ),
  );
}

async function waitForSilence(host: ActingHost, service: HostService): Promise<string[]> {
  return waitFor(
    `${service.name} to be gone from ${host.name}`,
    async () => {
      // Those of sshd that are left serve sessions: its ports tell of the one that takes new ones.
      const left = service.ports.length === 0 ? await findProcesses(host, service.process) : [];
      const open = await host.listListeners(service.ports);
      if (left.length > 0 || open.length > 0) return undefined;
      const closed = service.ports.map((port) => `nothing listens on port ${port}`);
      return closed.length > 0 ? closed : [`no ${service.process} process is left`];
    },
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}
