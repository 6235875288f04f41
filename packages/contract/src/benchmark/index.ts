export * from "./answer";
export * from "./benchmark";
export * from "./host-curves";
export * from "./preset";
export * from "./samples";
export * from "./series";
export * from "./system";
export * from "./workload";
