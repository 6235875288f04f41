import type { HaproxyStep } from "@primacy/core/proxy";
import type { ExecutorMap } from "../../operation/executor";
import { restoreStep, verifyStep, writeStep } from "./file-steps";
import { keepStep, roleCheckStep, serveStep, stopStep } from "./service-steps";

/** The executors of HAProxy with Keepalived. */
export const haproxyExecutors: ExecutorMap<HaproxyStep> = {
  "haproxy.verify": verifyStep,
  "haproxy.role_check": roleCheckStep,
  "haproxy.write": writeStep,
  "haproxy.serve": serveStep,
  "haproxy.keep": keepStep,
  "haproxy.stop": stopStep,
  "haproxy.restore": restoreStep,
};
