import { actAndObserve, type Evidence } from "./act";
import { controlService } from "./control-service";
import { ActFailure } from "./failure";
import type { ActingHost } from "./host";
import { killEach, waitForDeath } from "./kill";
import { findProcesses } from "./processes";
import { waitFor } from "./wait-for";

const SERVER = "mysqld";
/** Kernel name of the supervisor, which is a shell script. */
const SUPERVISOR = "mysqld_safe";
const PORT = 3306;
const orderLimitMs = 90_000;

/**
 * Kills mysqld with SIGKILL. With `restart` its supervisor starts it again at once; without, the supervisor dies
 * first. Returns when the process is gone and its port no longer listens. Throws ActFailure `not_observed` where no
 * mysqld runs: a server that was dead before was not killed.
 */
export async function killMysql(
  host: ActingHost,
  options: { readonly restart: boolean },
): Promise<Evidence<"kill-mysql">> {
  await requireServer(host);
  const [servers, supervisors] = await Promise.all([
    findProcesses(host, SERVER),
    findProcesses(host, SUPERVISOR),
  ]);
  const victims = [...(options.restart ? [] : supervisors), ...servers];
  return actAndObserve(
    "kill-mysql",
    host.name,
    () => killEach(host, victims),
    async () => {
      await waitForDeath(host, victims);
      // With a restart the port opens again in a second or so; the kernel is asked long before that.
      await waitForNoListener(host);
      return [...victims.map((one) => `${one.name} ${one.pid} is gone`), `nothing listens on port ${PORT}`];
    },
  );
}

/** Refuses to call a server stopped or killed that was not there to be. Throws ActFailure `not_observed`. */
export async function requireServer(host: ActingHost): Promise<void> {
  if ((await findProcesses(host, SERVER)).length === 0)
    throw new ActFailure("not_observed", `No mysqld runs on ${host.name}.`, { retryable: true });
}

/** Stops mysqld cleanly, as an operator does; it leaves the group. Returns when its port no longer listens. */
export async function stopMysql(host: ActingHost, signal?: AbortSignal): Promise<Evidence<"stop-mysql">> {
  return actAndObserve(
    "stop-mysql",
    host.name,
    () => controlService(host, "mysql", "stop", { timeoutMs: orderLimitMs, signal }),
    async () => {
      await waitForNoListener(host);
      if ((await findProcesses(host, SERVER)).length > 0)
        throw new ActFailure("not_observed", `mysqld on ${host.name} still runs after its stop.`);
      return ["no mysqld process is left", `nothing listens on port ${PORT}`];
    },
  );
}

/** Starts mysqld under its supervisor and waits until it answers, as `waitForAnswer` tells. */
export async function startMysql(
  host: ActingHost,
  waitForAnswer: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Evidence<"start-mysql">> {
  return actAndObserve(
    "start-mysql",
    host.name,
    () => controlService(host, "mysql", "start", { timeoutMs: orderLimitMs, signal }),
    async () => {
      await waitForAnswer();
      return ["mysqld answers on its socket"];
    },
  );
}

async function waitForNoListener(host: ActingHost): Promise<void> {
  await waitFor(
    `port ${PORT} on ${host.name} to be closed`,
    async () => ((await host.listListeners([PORT])).length === 0 ? true : undefined),
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}
