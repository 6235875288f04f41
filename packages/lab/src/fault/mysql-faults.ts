import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { findProcesses } from "../host/processes";
import { controlService } from "../host/service";
import { waitForMysql } from "../mysql/group";
import { observeListeners } from "../observe/listeners";
import { waitFor } from "../process/wait-for";
import { actAndObserve } from "./act";
import type { FaultEvidence } from "./evidence";
import { killEach, waitForDeath } from "./kill";

/** Kernel name of the supervisor, which is a shell script. */
const SUPERVISOR = "mysqld_safe";

/**
 * Kills mysqld with SIGKILL. With `restart` its supervisor starts it again at once; without, the supervisor dies
 * first. Returns when the process is gone and its port no longer listens. Throws LabError `not_observed` where no
 * mysqld runs: a server that was dead before was not killed.
 */
export async function killMysql(
  host: LabHost,
  options: { readonly restart: boolean },
): Promise<FaultEvidence> {
  await requireServer(host);
  const [servers, supervisors] = await Promise.all([
    findProcesses(host, "mysqld"),
    findProcesses(host, SUPERVISOR),
  ]);
  const victims = [...(options.restart ? [] : supervisors), ...servers];
  return actAndObserve(
    "kill-mysql",
    host.name,
    () => killEach(victims.map(({ pid }) => pid)),
    async () => {
      await waitForDeath(host, victims);
      // With a restart the port opens again in a second or so; the kernel is asked long before that.
      await waitForNoListener(host);
      return [...victims.map((one) => `${one.name} ${one.pid} is gone`), "nothing listens on port 3306"];
    },
  );
}

/** Refuses to call a server stopped or killed that was not there to be. Throws LabError `not_observed`. */
export async function requireServer(host: LabHost): Promise<void> {
  if ((await findProcesses(host, "mysqld")).length === 0)
    throw new LabError("not_observed", `No mysqld runs on ${host.name}.`, { retryable: true });
}

/** Stops mysqld cleanly, as an operator does; it leaves the group. Returns when its port no longer listens. */
export async function stopMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "stop-mysql",
    host.name,
    () => controlService(host, "mysql", "stop", { timeoutMs: 90_000, signal }),
    async () => {
      await waitForNoListener(host);
      if ((await findProcesses(host, "mysqld")).length > 0) {
        throw new LabError("not_observed", `mysqld on ${host.name} still runs after its stop.`);
      }
      return ["no mysqld process is left", "nothing listens on port 3306"];
    },
  );
}

/** Starts mysqld under its supervisor and waits until it answers; it looks for its group by itself. */
export async function startMysql(host: LabHost, signal?: AbortSignal): Promise<FaultEvidence> {
  return actAndObserve(
    "start-mysql",
    host.name,
    () => controlService(host, "mysql", "start", { timeoutMs: 90_000, signal }),
    async () => {
      await waitForMysql(host, { signal });
      return ["mysqld answers on its socket"];
    },
  );
}

async function waitForNoListener(host: LabHost): Promise<void> {
  await waitFor(
    `port 3306 on ${host.name} to be closed`,
    async () => ((await observeListeners(host, [3306])).length === 0 ? true : undefined),
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}
