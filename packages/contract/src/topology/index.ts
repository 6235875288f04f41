export * from "./topology";
