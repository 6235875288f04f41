import { parseEnvironment } from "./env";
import { allOperations, listServices } from "./features";
import { waitForStopSignal } from "./lifecycle/run-services";
import { createLogger } from "./log";
import { startWorker } from "./start-worker";

const environment = parseEnvironment(process.env);
const log = createLogger(environment.env.logLevel);
try {
  const stopping = waitForStopSignal(log);
  const worker = await startWorker(environment, { operations: allOperations, services: listServices }, log);
  await Promise.race([worker.started.then(() => stopping), stopping]);
  await worker.stop();
} catch (error) {
  log.fatal({ err: error }, "worker failed");
  process.exitCode = 1;
}
