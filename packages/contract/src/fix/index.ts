export * from "./fix";
