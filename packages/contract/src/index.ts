export * from "./message";
export * from "./primitives";
export * from "./problem";
export * from "./vip";
