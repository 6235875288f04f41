export * from "./check-vip-request";
export * from "./vip";
