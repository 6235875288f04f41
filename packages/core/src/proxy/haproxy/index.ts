export * from "./check-haproxy";
export * from "./haproxy-config";
export * from "./header";
export * from "./judge-file";
export * from "./keepalived-config";
export * from "./place-on-host";
export * from "./plan-haproxy";
export * from "./snapshot";
