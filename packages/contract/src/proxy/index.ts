export * from "./migration";
export * from "./proxy";
export * from "./service";
