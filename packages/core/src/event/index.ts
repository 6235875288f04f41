export { type ComparedTopology, diffTopology, type EventDraft, isSamePicture } from "./diff";
