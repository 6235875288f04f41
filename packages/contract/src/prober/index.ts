export * from "./prober";
