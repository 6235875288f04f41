import {
  type MessageParams,
  type ProblemDetail,
  paramsWith,
  problemDetail,
  type VipProvider,
} from "@primacy/contract";
import { vipCapabilities } from "./capabilities";

/** Why a provider cannot be ordered, as the parts of a refusal. */
export interface ProviderReason {
  readonly code: "provider_not_available";
  readonly params: MessageParams;
  readonly detail: ProblemDetail;
}

/** Why a provider cannot be ordered in this version; null where it can, or where none was named. */
export function findProviderReason(provider: VipProvider | undefined): ProviderReason | null {
  if (provider === undefined || vipCapabilities[provider].driver !== "no") return null;
  const detail = problemDetail("/provider", "provider_has_no_driver");
  const params = paramsWith({ provider }, { reason: detail.message });
  return { code: "provider_not_available", params, detail };
}
