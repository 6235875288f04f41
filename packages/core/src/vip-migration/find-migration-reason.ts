import { joinMessages, paramsWith, problemDetail, type Vip, type VipProvider } from "@primacy/contract";
import { findProviderReason, type ProviderReason } from "../vip-provider/find-provider-reason";

/** Why a VIP is not given to another provider, with every reason; null where it can be. `vips` are all of its cluster. */
export function findMigrationReason(
  { id, address, provider, kind }: Pick<Vip, "id" | "address" | "provider" | "kind">,
  to: VipProvider,
  vips: readonly Pick<Vip, "id" | "address" | "provider" | "kind">[],
): ProviderReason | null {
  const others = vips.filter((one) => one.id !== id);
  if (provider !== to) {
    const reason = findProviderReason({ provider: to, kind }, others);
    return reason === null
      ? null
      : { ...reason, details: reason.details.map((detail) => ({ ...detail, path: "/to" })) };
  }
  const same = problemDetail("/to", "provider_same", { address, provider });
  return {
    code: "provider_not_available",
    params: paramsWith({ provider: to }, { reason: joinMessages([same.message]) }),
    details: [same],
  };
}
