export * from "./assign";
export * from "./fitness";
export * from "./plan-assignments";
