export {
  countGtids,
  formatGtidSet,
  type GtidInterval,
  type GtidRun,
  type GtidSet,
  intersectGtids,
  listGtidRuns,
  parseGtidSet,
  subtractGtids,
  uniteGtids,
} from "./gtid-set";
