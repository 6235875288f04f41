/** What a benchmark's figures say: percentiles of a sample, and differences between arms with their intervals. */
export { findEndpoint, listEndpoints } from "./list-endpoints";
export { comparePaced, type PacedBlock, type PacedDifference, type PacedPair } from "./paced-difference";
export {
  fewestPairs,
  type MiddleInterval,
  nearestRank,
  type Summary,
  signedRankInterval,
  summarize,
} from "./statistics";
