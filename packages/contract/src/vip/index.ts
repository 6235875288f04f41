export * from "./check-vip-request";
export * from "./migration";
export * from "./vip";
export * from "./vip-proof";
