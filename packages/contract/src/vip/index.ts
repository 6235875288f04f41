export * from "./vip";
