/** What a standing prober of an endpoint met: availability, minutes, outages. */
export { judgeAvailability, type TriedIn } from "./availability";
export { countAttempt, type ProberMinute } from "./minutes";
export {
  findOutage,
  followAttempts,
  measureOutage,
  noCourse,
  type Outage,
  type ProberAttempt,
  type ProberCourse,
} from "./outages";
export { proberLaneAt, proberLaneOf } from "./prober-lane";
