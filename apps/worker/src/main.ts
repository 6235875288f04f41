import { tellParentListening } from "@primacy/contract/process";
import { EnvironmentError, parseEnvironment } from "./env";
import { allOperations, listServices } from "./features";
import { waitForStopSignal } from "./lifecycle/run-services";
import { createLogger } from "./log";
import { startWorker } from "./start-worker";

const environment = getEnvironment();
const log = createLogger(environment.env.logLevel);
try {
  const stopping = waitForStopSignal(log);
  const worker = await startWorker(environment, { operations: allOperations, services: listServices }, log);
  await Promise.race([
    worker.started.then(() => tellParentListening(process)).then(() => stopping),
    stopping,
  ]);
  await worker.stop();
} catch (error) {
  log.fatal({ err: error }, "worker failed");
  process.exitCode = 1;
}

/** The environment; where it cannot be used, its problems are printed and the process ends with 1. */
function getEnvironment(): ReturnType<typeof parseEnvironment> {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
