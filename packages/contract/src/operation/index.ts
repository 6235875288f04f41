export * from "./count-checks";
export * from "./input";
export * from "./operation";
export * from "./result";
