export * from "./planned-step";
