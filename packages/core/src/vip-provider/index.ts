export { type Ability, type VipCapabilities, type VipCapability, vipCapabilities } from "./capabilities";
export { findProviderReason, type ProviderReason } from "./find-provider-reason";
