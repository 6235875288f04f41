export * from "./codes";
export * from "./problem";
export * from "./refusal";
