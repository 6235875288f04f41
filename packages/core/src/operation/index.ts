export * from "./decide-operation";
export * from "./planned-step";
