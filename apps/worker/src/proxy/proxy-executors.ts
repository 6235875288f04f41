import type { ProxyStep } from "@primacy/core/proxy";
import type { ExecutorMap } from "../operation/executor";
import { commonExecutors } from "./common-steps";
import { haproxyExecutors } from "./haproxy/haproxy-executors";
import { routerExecutors } from "./router/router-executors";

/** The executors of the steps of all kinds of proxies. */
export const proxyExecutors: ExecutorMap<ProxyStep> = {
  ...commonExecutors,
  ...haproxyExecutors,
  ...routerExecutors,
};
