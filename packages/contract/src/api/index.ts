export * from "./client";
export * from "./clusters";
export * from "./endpoint";
export * from "./endpoints";
export { About, ConsoleStreamItem } from "./operations";
export * from "./refusals";
