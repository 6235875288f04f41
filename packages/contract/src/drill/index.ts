export * from "./drill";
export * from "./fault";
export * from "./lever";
export * from "./probe";
