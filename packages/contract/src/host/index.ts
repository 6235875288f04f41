export * from "./host";
