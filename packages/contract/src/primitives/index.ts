export * from "./address";
export * from "./page";
export * from "./scalar";
