export * from "./migration";
export * from "./proxy";
