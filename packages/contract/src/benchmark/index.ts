export * from "./answer";
export * from "./benchmark";
export * from "./endpoint";
export * from "./samples";
export * from "./series";
export * from "./workload";
