export * from "./assign";
