import { followParent } from "@primacy/contract/process";
import type { Logger } from "pino";
import type { WorkerService } from "../context";

/** What `runServices` gives back at once. */
export interface RunningServices {
  /** Resolves when all have started, or when `stop` was called before; rejects when one failed, after stopping the rest. */
  readonly started: Promise<void>;
  /** Stops every service that was started, even half, last first. Concurrent calls share one promise, which never rejects. */
  stop(): Promise<void>;
}

/** Starts services in order. */
export function runServices(services: readonly WorkerService[], log: Logger): RunningServices {
  const begun: WorkerService[] = [];
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (const service of [...begun].reverse()) {
      await service
        .stop()
        .catch((error: unknown) => log.error({ service: service.name, err: error }, "service not stopped"));
    }
  }

  const stop = (): Promise<void> => {
    stopped ??= stopAll();
    return stopped;
  };

  async function startAll(): Promise<void> {
    for (const service of services) {
      if (stopped !== undefined) return;
      // Counted before it runs: half started is stopped too.
      begun.push(service);
      await service.start();
      log.debug({ service: service.name }, "service started");
    }
  }

  const started = startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { started, stop };
}

const lastResortMs = 20_000;

/**
 * Resolves at the first SIGTERM or SIGINT, or when the process that started this one is gone. A process that cannot
 * stop after that is ended 20 s later.
 */
export function waitForStopSignal(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (signal: string): void => {
      // Before the log, which throws where nobody reads it any more.
      setTimeout(() => process.exit(1), lastResortMs).unref();
      resolve();
      log.info({ signal }, "stopping");
    };
    process.once("SIGTERM", onSignal);
    process.once("SIGINT", onSignal);
    followParent(process, () => onSignal("parent gone"));
  });
}
