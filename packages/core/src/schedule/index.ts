export * from "./next-times";
