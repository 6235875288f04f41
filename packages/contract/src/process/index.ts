export * from "./parent";
