export { ageEndpoints } from "./age-endpoints";
export {
  describeEndpoint,
  measureEndpoints,
  type StoredLooks,
  settledAfterMs,
  staleLookMs,
} from "./describe-endpoint";
export { isAway } from "./judge-server";
export {
  type EndpointView,
  keepLook,
  type SeatedMember,
  type SeenServer,
  takesTurns,
} from "./keep-look";
export { listAuthorities } from "./list-authorities";
export {
  findEndpoint,
  findListed,
  keyOfEndpoint,
  type ListedEndpoint,
  listEndpoints,
} from "./list-endpoints";
export { orderMembers } from "./order-members";
