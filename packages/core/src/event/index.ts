export { type ComparedTopology, diffTopology, isSamePicture, rememberConditions } from "./diff";
export type { EventDraft } from "./draft";
export { forgetLeft } from "./left-hosts";
export { memoryOf, recallMemory, type TopologyMemory } from "./memory";
export { isDeparture, tellOrderedStops } from "./ordered-stop";
