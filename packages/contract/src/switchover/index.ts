export * from "./switchover";
