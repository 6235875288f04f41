export * from "./endpoint";
export * from "./health";
