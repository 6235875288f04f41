export { operationKinds } from "../features";
export * from "./checked-plan";
export * from "./count-checks";
export * from "./declare";
export * from "./kinds";
export * from "./operation";
export * from "./plan";
