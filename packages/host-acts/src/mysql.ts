import { actAndObserve, type Evidence } from "./act";
import { controlService } from "./control-service";
import { ActFailure } from "./failure";
import type { ActingHost } from "./host";
import { killEach, waitForDeath } from "./kill";
import { findProcesses } from "./processes";
import { waitFor } from "./wait-for";

const orderLimitMs = 90_000;

/** A MySQL server of a host: how it is ordered to start and stop, and by what it is seen to run. */
export interface MysqlService {
  /** Its name among the host's services. */
  readonly service: string;
  /** Kernel name of the server's process. */
  readonly process: string;
  /** Kernel name of the process that starts it again. */
  readonly supervisor: string;
  /** TCP port that it listens on, by which its end is seen. */
  readonly port: number;
}

/**
 * Kills the server with SIGKILL. With `restart` its supervisor starts it again at once; without, the supervisor dies
 * first. Returns when the process is gone and its port no longer listens. Throws ActFailure `not_observed` where no
 * server runs: one that was dead before was not killed.
 */
export async function killMysql(
  host: ActingHost,
  mysql: MysqlService,
  options: { readonly restart: boolean },
): Promise<Evidence<"kill-mysql">> {
  await requireServer(host, mysql);
  const [servers, supervisors] = await Promise.all([
    findProcesses(host, mysql.process),
    findProcesses(host, mysql.supervisor),
  ]);
  const victims = [...(options.restart ? [] : supervisors), ...servers];
  return actAndObserve(
    "kill-mysql",
    host.name,
    () => killEach(host, victims),
    async () => {
      await waitForDeath(host, victims);
      // With a restart the port opens again in a second or so; the kernel is asked long before that.
      await waitForNoListener(host, mysql);
      const gone = victims.map((one) => `${one.name} ${one.pid} is gone`);
      return [...gone, `nothing listens on port ${mysql.port}`];
    },
  );
}

/** Refuses to call a server stopped or killed that was not there to be. Throws ActFailure `not_observed`. */
export async function requireServer(host: ActingHost, { process }: MysqlService): Promise<void> {
  if ((await findProcesses(host, process)).length === 0)
    throw new ActFailure("not_observed", `No ${process} runs on ${host.name}.`, { retryable: true });
}

/** Stops the server cleanly, as an operator does; it leaves the group. Returns when its port no longer listens. */
export async function stopMysql(
  host: ActingHost,
  mysql: MysqlService,
  signal?: AbortSignal,
): Promise<Evidence<"stop-mysql">> {
  return actAndObserve(
    "stop-mysql",
    host.name,
    () => controlService(host, mysql.service, "stop", { timeoutMs: orderLimitMs, signal }),
    async () => {
      await waitForNoListener(host, mysql);
      if ((await findProcesses(host, mysql.process)).length > 0)
        throw new ActFailure("not_observed", `${mysql.process} on ${host.name} still runs after its stop.`);
      return [`no ${mysql.process} process is left`, `nothing listens on port ${mysql.port}`];
    },
  );
}

/** Starts the server under its supervisor and waits until it answers, as `waitForAnswer` tells. */
export async function startMysql(
  host: ActingHost,
  mysql: MysqlService,
  waitForAnswer: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Evidence<"start-mysql">> {
  return actAndObserve(
    "start-mysql",
    host.name,
    () => controlService(host, mysql.service, "start", { timeoutMs: orderLimitMs, signal }),
    async () => {
      await waitForAnswer();
      return [`${mysql.process} answers on its socket`];
    },
  );
}

async function waitForNoListener(host: ActingHost, { port }: MysqlService): Promise<void> {
  await waitFor(
    `port ${port} on ${host.name} to be closed`,
    async () => ((await host.listListeners([port])).length === 0 ? true : undefined),
    { timeoutMs: 10_000, intervalMs: 20 },
  );
}
