export * from "./variables";
