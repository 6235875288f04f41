export * from "./faults";
export * from "./floors";
export type * from "./options";
export * from "./schedule";
export * from "./watch";
export * from "./world";
