export * from "./agent-cost";
export * from "./crash";
export * from "./report";
export * from "./setting";
export * from "./statistics";
export * from "./switchover";
export * from "./topology-latency";
