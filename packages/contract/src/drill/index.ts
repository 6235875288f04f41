export * from "./drill";
export * from "./probe";
