export * from "./agent-cost";
export * from "./crash";
export * from "./report";
export * from "./setting";
export * from "./statistics";
export * from "./switchover";
export * from "./targets";
export * from "./topology-latency";
export type { OpenPage, OpenStream, Sentence } from "./topology-views";
