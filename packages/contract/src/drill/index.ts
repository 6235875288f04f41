export * from "./drill";
export * from "./fault";
export * from "./probe";
