export * from "./check-vip-request";
export * from "./vip";
export * from "./vip-proof";
