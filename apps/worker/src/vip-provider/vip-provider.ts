import type {
  CheckReport,
  Message,
  Vip,
  VipChange,
  VipPause,
  VipProvider,
  VipRequest,
} from "@primacy/contract";
import type { VipCheckSnapshot } from "@primacy/core/check";
import type { PlannedOperation } from "@primacy/core/operation";
import type { HeldDocument, VipPlanSnapshot, VipStep, WantedHost } from "@primacy/core/plan";
import type { VipCapabilities } from "@primacy/core/vip-provider";
import type { AccountContext } from "../cluster-record/administrator";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ExecutorMap } from "../operation/executor";

/** Which VIP is looked at: a new one (`vipId` null), or one that exists with the address that it has. */
export interface ObservedClusterVip {
  readonly request: VipRequest;
  readonly vipId: string | null;
  readonly currentAddress: string | null;
}

/** What was seen of a cluster. */
export interface ObservedCluster extends VipCheckSnapshot {
  /** Why agents cannot be reached, of which a sight has the text. */
  readonly told: readonly Message[];
  /** What the agents hold, by the same answers. */
  readonly held: readonly HeldDocument[];
}

/**
 * What moves a VIP (decision 0106): it looks, plans and acts; who holds the address is never asked of it, but of the kernels and
 * the wire. Features ask it, and never its implementation.
 */
export interface VipProviderPort {
  readonly name: VipProvider;
  readonly capabilities: VipCapabilities;
  /** Looks at all that a check judges. Changes nothing; a member that does not answer becomes its own failed check. */
  observe(
    worker: WorkerContext,
    loaded: LoadedCluster,
    asked: ObservedClusterVip,
    signal: AbortSignal,
  ): Promise<ObservedCluster>;
  /** Looks at what the plan of a removal needs beside what is stored; absent: nothing. Changes nothing. */
  observeRemoval?(
    worker: WorkerContext,
    loaded: LoadedCluster,
    vip: Vip,
    signal: AbortSignal,
  ): Promise<Pick<VipPlanSnapshot, "plugin">>;
  /** Judges whether a VIP can be put into force. */
  check(snapshot: VipCheckSnapshot): CheckReport;
  /** Judges the address alone, of a VIP that is not to be in force. */
  checkAddress(snapshot: VipCheckSnapshot): CheckReport;
  planApply(snapshot: VipPlanSnapshot, request: VipRequest): PlannedOperation<VipStep>;
  planChange(snapshot: VipPlanSnapshot, vip: Vip, change: VipChange): PlannedOperation<VipStep>;
  planRemove(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep>;
  planPause(snapshot: VipPlanSnapshot, vip: Vip, pause: VipPause): PlannedOperation<VipStep>;
  planUnpause(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep>;
  /** Where it `capabilities.rebind`: has it begin anew with a VIP that nobody has, or two. */
  planRebind?(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep>;
  /**
   * The hosts on which it would bind an address by itself, whatever Primacy wants, or on which that is not known; absent: it binds none.
   */
  listBinders?(
    context: AccountContext,
    asked: { readonly clusterId: string; readonly address: string },
    signal: AbortSignal,
  ): Promise<readonly WantedHost[]>;
  /** How the steps that are its own are done and taken back. Those that store and prove belong to no provider. */
  readonly executors: Partial<ExecutorMap<VipStep>>;
}

/** The provider behind each name. */
export type VipProviders = Readonly<Record<VipProvider, VipProviderPort>>;
