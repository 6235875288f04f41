import type { VipProvider } from "@primacy/contract";
import type { WorkerContext } from "../context";
import type { VipProviderPort } from "./vip-provider";

/** The provider of this name. */
export function findProvider(
  { vipProviders }: Pick<WorkerContext, "vipProviders">,
  name: VipProvider,
): VipProviderPort {
  return vipProviders[name];
}
