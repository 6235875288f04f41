export { type ComparedTopology, isSamePicture, rememberConditions } from "./diff";
export type { EventDraft } from "./draft";
export { forgetLeft } from "./left-hosts";
export { memoryOf, recallMemory, type TopologyMemory } from "./memory";
export type { Observation, Sights } from "./observation";
export { isDeparture, tellOrderedStops } from "./ordered-stop";
export { tellChanges } from "./tell-changes";
export type { TimedEvent } from "./time-events";
