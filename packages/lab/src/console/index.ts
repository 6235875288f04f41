export * from "./operations";
export * from "./register-lab";
