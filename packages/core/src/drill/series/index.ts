export * from "./plan-series";
