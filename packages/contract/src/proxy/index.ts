export * from "./migration";
export * from "./places";
export * from "./proxy";
export * from "./service";
