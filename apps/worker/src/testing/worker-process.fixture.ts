import { parseEnvironment } from "../env";
import { allOperations, listServices } from "../features";
import { hostOperations } from "../host/host-operations";
import { waitForStopSignal } from "../lifecycle/run-services";
import { createLogger } from "../log";
import { defaultLeaseTimes } from "../operation/lease-keeper";
import { startWorker, type WorkerFeatures } from "../start-worker";
import { createFolderOperation } from "./folder-operation";

/** A worker of its own process for tests: all of the real one, or what it does on hosts alone, or with an operation that changes a folder. */
const log = createLogger(process.env.PRIMACY_LOG_LEVEL ?? "warn");
const folder = createFolderOperation(`p${process.pid}`);
const parts: Readonly<Record<string, Pick<WorkerFeatures, "operations" | "services">>> = {
  all: { operations: allOperations, services: listServices },
  hosts: { operations: hostOperations, services: () => [] },
  folder: { operations: { "host.test": folder }, services: () => [] },
};
const part = parts[process.env.PRIMACY_TEST_OPERATIONS ?? "folder"];
if (part === undefined) throw new Error("PRIMACY_TEST_OPERATIONS is none of all, hosts and folder");
const leaseSeconds = Number(process.env.PRIMACY_TEST_LEASE_SECONDS ?? defaultLeaseTimes.leaseSeconds);
const engine = { times: { ...defaultLeaseTimes, leaseSeconds } };
const worker = await startWorker(parseEnvironment(process.env), { ...part, engine }, log);
await worker.started;
process.send?.("ready");
await waitForStopSignal(log);
await worker.stop();
process.disconnect?.();
