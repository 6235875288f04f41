export { catalogs, checkCatalog, type MessageCode } from "./catalog";
export * from "./message";
export * from "./schema";
