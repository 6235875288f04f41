export * from "./read-vips";
export * from "./variables";
