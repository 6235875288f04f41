export * from "./layout";
export * from "./route";
export * from "./topology-canvas";
export * from "./topology-list";
export * from "./types";
