export * from "./sample";
