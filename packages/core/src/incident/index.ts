/** When an unplanned failover begins and ends, why it came, and what it cost, from what the watch of a cluster sees. */
export { describeIncident, type IncidentDescription } from "./describe-incident";
export type { IncidentStart } from "./find-start";
export {
  findBeginning,
  followCourse,
  type IncidentCourse,
  type OpenIncident,
  resumeIncident,
  settledAfterMs,
} from "./incident-course";
export { type IncidentLook, observeTopology, primaryOf } from "./incident-look";
export type { IncidentRecord, ProbedRuns } from "./incident-record";
export { type Disturbance, isOrdered } from "./ordered-moves";
