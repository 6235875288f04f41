export * from "./judge-facts";
export * from "./plan-host";
export * from "./steps";
