import type { RouterStep } from "@primacy/core/proxy";
import type { ExecutorMap } from "../../operation/executor";
import { bootstrapStep } from "./bootstrap-step";
import { proveReadStep } from "./prove-read-step";
import { cleanStep, stopStep } from "./removal-steps";
import { keepStep, serveStep } from "./serve-step";
import { accountStep, forgetStep, metadataStep } from "./server-steps";

/** The executors of the steps of a MySQL Router. */
export const routerExecutors: ExecutorMap<RouterStep> = {
  "router.metadata": metadataStep,
  "router.account": accountStep,
  "router.bootstrap": bootstrapStep,
  "router.serve": serveStep,
  "router.prove_read": proveReadStep,
  "router.keep": keepStep,
  "router.stop": stopStep,
  "router.clean": cleanStep,
  "router.forget": forgetStep,
};
