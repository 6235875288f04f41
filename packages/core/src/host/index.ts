export { type PlannableHost, shortName } from "./draft-steps";
export * from "./judge-facts";
export * from "./plan-host";
export * from "./plan-operator";
export * from "./steps";
