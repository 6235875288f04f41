export { type ComparedTopology, diffTopology, isSamePicture, rememberConditions } from "./diff";
export type { EventDraft } from "./draft";
export { memoryOf, recallMemory, type TopologyMemory } from "./memory";
