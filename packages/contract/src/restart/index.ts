export * from "./restart";
