export * from "./topology";
export * from "./wire";
