export * from "./timings";
export type * from "./types";
