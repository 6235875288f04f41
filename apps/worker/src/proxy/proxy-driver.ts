import type { CheckReport, ProxyKind, ProxyOf, ProxyRequestOf, Refusal } from "@primacy/contract";
import type { PlannedProxy } from "@primacy/core/proxy";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";

/** For whom a driver looks and plans. */
export interface ProxyTask {
  readonly worker: WorkerContext;
  readonly loaded: LoadedCluster;
  /** Of the operation: the id of a proxy that is set up is the same. */
  readonly operationId: string;
  readonly requestedBy: string;
  /** The account that came with the order, or the one that is kept; null: neither is there. */
  readonly administrator: ServerAccount | null;
  /** The name of the one that came with the order. */
  readonly user: string | null;
}

/** What a look found, and what would be done; the plan counts only where no check fails. */
export interface CheckedProxy {
  readonly report: CheckReport;
  /** The order has to bring an administrator's account. */
  readonly needsAccount?: boolean;
  plan(): PlannedProxy;
}

/** What there is to know of one kind of proxy: each kind is a folder of its own. */
export interface ProxyDriver<K extends ProxyKind> {
  /** Looks at the hosts and the group, and judges. Changes nothing. */
  check(task: ProxyTask, request: ProxyRequestOf<K>, signal: AbortSignal): Promise<CheckedProxy>;
  /** Plans the removal, or says why there is none. */
  planRemoval(task: ProxyTask, proxy: ProxyOf<K>, signal: AbortSignal): Promise<PlannedProxy | Refusal>;
}
