export * from "./answer";
export * from "./benchmark";
export * from "./endpoint";
export * from "./series";
export * from "./workload";
