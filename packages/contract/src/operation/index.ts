export * from "./input";
export * from "./operation";
