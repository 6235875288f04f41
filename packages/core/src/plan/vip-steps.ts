import type { PlacedDropIn, PlacedLibrary, StoredVipChange, Vip, VipRequest } from "@primacy/contract";
import type { PluginSetting } from "../greatdb-ha/desired-settings";
import type { PlannedStep } from "../operation/planned-step";
import type { OptionUndo } from "../option-file";

/** What was wanted before an operation, for taking it back; null: there was no VIP. */
export type WantedVip = Pick<
  Vip,
  | "id"
  | "provider"
  | "kind"
  | "address"
  | "prefixLength"
  | "port"
  | "nics"
  | "onRelease"
  | "reads"
  | "guard"
  | "enabled"
  | "paused"
>;

/** What every step on a cluster's VIP knows. `vipId` null: the one that this operation stores. */
export interface VipStepBase {
  readonly clusterId: string;
  readonly vipId: string | null;
  readonly address: string;
  readonly previous: WantedVip | null;
}

/** The input of the steps that change what is wanted. `heldEpoch` is the highest that any agent holds. */
export interface StoreInput extends VipStepBase {
  readonly heldEpoch: number | null;
}

/** The input of a step on one host. Where it is not required, a silent agent is told when it returns. */
export interface HostStepInput extends VipStepBase {
  readonly hostId: string;
  readonly hostName: string;
  readonly isRequired: boolean;
}

/** The input of a step on one member whose plugin moves the VIP. */
export interface PluginStepInput extends VipStepBase {
  readonly hostId: string;
  readonly hostName: string;
  readonly memberId: string;
}

/** The input of the step that places a library in a folder of plugins. */
export interface LibraryStepInput extends PluginStepInput {
  readonly sha256: string;
  readonly folder: string;
}

/** The input of the step that looks at the process of a member's restarted server. */
export interface CapableStepInput extends PluginStepInput {
  /** Of the server. */
  readonly port: number;
}

/** The input of the step that gives a member's server its capabilities by the systemd unit that runs it. */
export interface CapabilitiesStepInput extends CapableStepInput {
  readonly unit: string;
}

/** A drop-in that is deleted again, with the name of its host. */
export type RemovedDropIn = PlacedDropIn & { readonly hostName: string };

/** A library that is taken away again, with the name of its host. */
export type RemovedLibrary = PlacedLibrary & { readonly hostName: string };

/** What one member's plugin is to have. */
export interface PluginExpectation {
  readonly memberId: string;
  readonly name: string;
  readonly settings: readonly PluginSetting[];
}

/** The steps of the provider `greatdb_ha`. An `edit` of null: what it is will be known once the host was looked at. */
export type PluginStep =
  | PlannedStep<"plugin.library", LibraryStepInput>
  | PlannedStep<"plugin.library_remove", VipStepBase & { readonly libraries: readonly RemovedLibrary[] }>
  | PlannedStep<"plugin.capabilities", CapabilitiesStepInput>
  | PlannedStep<"plugin.capable", CapableStepInput>
  | PlannedStep<"plugin.capabilities_remove", VipStepBase & { readonly dropIns: readonly RemovedDropIn[] }>
  | PlannedStep<"plugin.file", PluginStepInput & { readonly edit: OptionUndo | null }>
  | PlannedStep<"plugin.load", PluginStepInput & { readonly settings: readonly PluginSetting[] }>
  | PlannedStep<"plugin.agree", VipStepBase & { readonly members: readonly PluginExpectation[] }>
  | PlannedStep<"plugin.keep", PluginStepInput>
  | PlannedStep<"plugin.unload", PluginStepInput>
  | PlannedStep<"plugin.await_released", VipStepBase>
  | PlannedStep<"plugin.rebind", VipStepBase>
  | PlannedStep<"plugin.await_one", VipStepBase>;

/** The steps of operations on VIPs. */
export type VipStep =
  | PluginStep
  | PlannedStep<"schema.ensure", { readonly clusterId: string }>
  | PlannedStep<"vip.store", StoreInput & { readonly request: VipRequest }>
  | PlannedStep<"vip.change", StoreInput & { readonly change: StoredVipChange }>
  | PlannedStep<"vip.disable", StoreInput>
  | PlannedStep<"credential.put", HostStepInput>
  | PlannedStep<"document.join", HostStepInput>
  | PlannedStep<"document.acquire", HostStepInput>
  | PlannedStep<"document.plain", HostStepInput>
  | PlannedStep<"epoch.raise", VipStepBase>
  | PlannedStep<"vip.await_held", VipStepBase>
  | PlannedStep<"vip.await_released", VipStepBase>
  | PlannedStep<"vip.verify", VipStepBase>
  | PlannedStep<"schema.drop", { readonly clusterId: string }>
  | PlannedStep<"vip.forget", VipStepBase>;

/** The step of one code. */
export type VipStepOf<C extends VipStep["code"]> = Extract<VipStep, { readonly code: C }>;
