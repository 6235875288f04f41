export * from "./compare";
export * from "./drill";
export * from "./fault";
export * from "./lever";
export * from "./probe";
export * from "./series";
export * from "./system";
export * from "./way-figures";
