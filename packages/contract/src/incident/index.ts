export * from "./incident";
