export * from "./common-steps";
export * from "./haproxy";
export * from "./host-findings";
export * from "./host-sight";
export * from "./judge-role";
export * from "./proxy-step";
export * from "./router";
export * from "./virtual-router-id";
