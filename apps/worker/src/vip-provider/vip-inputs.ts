import {
  ConnectionPolicy,
  ReadVipRules,
  StoredVipChange,
  VipKind,
  VipPause,
  VipProvider,
  VipRequest,
} from "@primacy/contract";
import type { HostStepInput, StoreInput, VipStepBase, WantedVip } from "@primacy/core/plan";
import { z } from "zod";

const WantedVipInput: z.ZodType<WantedVip> = z.object({
  id: z.string(),
  provider: VipProvider,
  kind: VipKind,
  address: z.string(),
  prefixLength: z.number().int(),
  port: z.number().int(),
  nics: z.record(z.string(), z.string()),
  onRelease: ConnectionPolicy,
  reads: ReadVipRules.exactOptional(),
  guard: z.boolean().exactOptional(),
  enabled: z.boolean(),
  paused: VipPause.exactOptional(),
});

const base = {
  clusterId: z.string(),
  vipId: z.string().nullable(),
  address: z.string(),
  previous: WantedVipInput.nullable(),
};
const store = { ...base, heldEpoch: z.number().int().nullable() };

/** The inputs of VIP steps as they are read back from the database. */
export const BaseInput: z.ZodType<VipStepBase> = z.object(base);
export const ClusterInput: z.ZodType<{ readonly clusterId: string }> = z.object({ clusterId: z.string() });
export const HostInput: z.ZodType<HostStepInput> = z.object({
  ...base,
  hostId: z.string(),
  hostName: z.string(),
  isRequired: z.boolean(),
});
export const StoreOnlyInput: z.ZodType<StoreInput> = z.object(store);
export const StoreRequestInput: z.ZodType<StoreInput & { readonly request: VipRequest }> = z.object({
  ...store,
  request: VipRequest,
});
export const StoreChangeInput: z.ZodType<StoreInput & { readonly change: StoredVipChange }> = z.object({
  ...store,
  change: StoredVipChange,
});
