export { catalogs, type MessageCode } from "./catalog";
export * from "./message";
export * from "./schema";
