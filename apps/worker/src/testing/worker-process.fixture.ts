import { parseEnvironment } from "../env";
import { hostOperations } from "../host/host-operations";
import { waitForStopSignal } from "../lifecycle/run-services";
import { createLogger } from "../log";
import { defaultLeaseTimes } from "../operation/lease-keeper";
import { startWorker } from "../start-worker";
import { createFolderOperation } from "./folder-operation";

/** A worker of its own process for tests: the real one, with what it does on hosts or with an operation that changes a folder. */
const log = createLogger(process.env.PRIMACY_LOG_LEVEL ?? "warn");
const folder = createFolderOperation(`p${process.pid}`);
const operations = process.env.PRIMACY_TEST_OPERATIONS === "hosts" ? hostOperations : { "host.test": folder };
const leaseSeconds = Number(process.env.PRIMACY_TEST_LEASE_SECONDS ?? defaultLeaseTimes.leaseSeconds);
const engine = { times: { ...defaultLeaseTimes, leaseSeconds } };
const worker = await startWorker(
  parseEnvironment(process.env),
  { operations, services: () => [], engine },
  log,
);
await worker.started;
process.send?.("ready");
await waitForStopSignal(log);
await worker.stop();
process.disconnect?.();
