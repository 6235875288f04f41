export * from "./address";
export * from "./address-text";
export * from "./page";
export * from "./scalar";
export * from "./vip-address";
