export * from "./vip/index";
