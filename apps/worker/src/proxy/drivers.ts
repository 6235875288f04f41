import type { ClusterProxy, ProxyRequest, Refusal } from "@primacy/contract";
import type { PlannedProxy } from "@primacy/core/proxy";
import { haproxyDriver } from "./haproxy/haproxy-driver";
import type { CheckedProxy, ProxyTask } from "./proxy-driver";
import { routerDriver } from "./router/router-driver";

/** Looks and judges by the driver of the kind that is asked for. */
export function checkProxy(
  task: ProxyTask,
  request: ProxyRequest,
  signal: AbortSignal,
): Promise<CheckedProxy> {
  switch (request.kind) {
    case "haproxy":
      return haproxyDriver.check(task, request, signal);
    case "router":
      return routerDriver.check(task, request, signal);
  }
}

/** Plans a removal by the driver of the proxy's kind. */
export function planRemoval(
  task: ProxyTask,
  proxy: ClusterProxy,
  signal: AbortSignal,
): Promise<PlannedProxy | Refusal> {
  switch (proxy.kind) {
    case "haproxy":
      return haproxyDriver.planRemoval(task, proxy, signal);
    case "router":
      return routerDriver.planRemoval(task, proxy, signal);
  }
}
