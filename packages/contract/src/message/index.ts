export type { MessageCode } from "./catalog";
export * from "./message";
