export * from "./plugin-library";
