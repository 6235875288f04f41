export * from "./faults";
export * from "./floors";
export type * from "./options";
export * from "./schedule";
export * from "./simulator";
export * from "./watch";
