export * from "./operation";
