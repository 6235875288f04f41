import { type Refusal, refuse, type VipProvider } from "@primacy/contract";
import { findProviderReason } from "@primacy/core/vip-provider";
import type { WorkerContext } from "../context";
import type { VipProviderPort } from "./vip-provider";

/** The provider of this name, or why there is none. */
export function findProvider(
  { vipProviders }: Pick<WorkerContext, "vipProviders">,
  name: VipProvider,
): VipProviderPort | Refusal {
  const provider = vipProviders[name];
  if (provider !== null) return provider;
  const reason = findProviderReason(name);
  // The table and the drivers are one release's: where they differ, it is a bug.
  if (reason === null) throw new Error(`no driver for ${name}, which the table has`);
  return refuse(reason.code, [reason.detail], reason.params);
}
