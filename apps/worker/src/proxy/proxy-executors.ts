import type { ProxyStep } from "@primacy/core/proxy";
import type { ExecutorMap } from "../operation/executor";
import { commonExecutors } from "./common-steps";

/** The executors of the steps of all kinds of proxies. */
export const proxyExecutors: ExecutorMap<ProxyStep> = { ...commonExecutors };
