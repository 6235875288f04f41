export * from "./cluster";
