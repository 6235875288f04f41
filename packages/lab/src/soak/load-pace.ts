/**
 * The clients of one fault: one of the address for each of `readers`, which reads its rows back on a connection that stays or on a new
 * one each time, and one that needs no address. How often each has a write due, and a read.
 */
export const loadPace = {
  readers: ["once", "each"],
  clientEveryMs: 40,
  controlEveryMs: 50,
  readEveryMs: 100,
} as const;
