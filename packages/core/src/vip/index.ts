export * from "./config-check";
export * from "./create";
export * from "./explain";
export * from "./invariants";
export * from "./label";
export * from "./step";
export * from "./timings";
export type * from "./types";
export * from "./wake";
