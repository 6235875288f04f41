export * from "./agent-cost";
export { type AgentLoad, sampleAgentLoad } from "./agent-load";
export * from "./crash";
export * from "./report";
export * from "./setting";
export * from "./switchover";
export * from "./targets";
export * from "./topology-latency";
export type { OpenPage, OpenStream, Sentence } from "./topology-views";
