export {
  type ComparedTopology,
  diffTopology,
  type EventDraft,
  isSamePicture,
  rememberConditions,
} from "./diff";
