export * from "./retention";
