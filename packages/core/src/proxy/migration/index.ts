export * from "./check-migration";
export * from "./judge-gap";
export * from "./migration-snapshot";
export * from "./migration-steps";
export * from "./park-text";
export * from "./parse-keepalived";
export * from "./plan-migration";
export * from "./read-keepalived";
