import {
  joinMessages,
  type MessageParams,
  type ProblemDetail,
  paramsWith,
  problemDetail,
  type Vip,
  type VipKind,
  type VipProvider,
} from "@primacy/contract";
import { vipCapabilities } from "./capabilities";

/** Why a provider cannot be ordered, as the parts of a refusal. */
export interface ProviderReason {
  readonly code: "provider_not_available";
  readonly params: MessageParams;
  readonly details: readonly ProblemDetail[];
}

/**
 * Why a provider cannot be ordered for a new VIP of a cluster that has these; null where it can, or where none was named. Every reason
 * is told at once.
 */
export function findProviderReason(
  { provider, kind }: { readonly provider?: VipProvider | undefined; readonly kind?: VipKind | undefined },
  vips: readonly Pick<Vip, "address" | "provider" | "kind">[],
): ProviderReason | null {
  if (provider === undefined) return null;
  const able = vipCapabilities[provider];
  const other = able.besideAnother === "yes" ? undefined : vips.find((vip) => vip.provider !== provider);
  const first =
    able.severalWriteVips === "yes"
      ? undefined
      : vips.find((vip) => vip.provider === provider && vip.kind === "write");
  const details = [
    ...(other === undefined
      ? []
      : [
          problemDetail("/provider", "provider_beside_another", {
            address: other.address,
            other: other.provider,
          }),
        ]),
    ...(first === undefined || kind === "read"
      ? []
      : [problemDetail("/provider", "provider_one_write_vip", { address: first.address })]),
    ...(kind === "read" && able.readVips !== "yes" ? [problemDetail("/kind", "provider_no_read_vips")] : []),
  ];
  if (details.length === 0) return null;
  const reason = joinMessages(details.map((detail) => detail.message));
  return { code: "provider_not_available", params: paramsWith({ provider }, { reason }), details };
}
