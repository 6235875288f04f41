export * from "./proxy";
