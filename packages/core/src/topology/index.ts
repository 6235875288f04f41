export { ageTopology } from "./age";
export { type AssembledTopology, assembleTopology } from "./assemble";
export { isContested } from "./assemble-member";
export { chooseObservers, type ObservedVip, type ObserverCandidate } from "./choose-observers";
export { type Arrival, type ClockEstimate, estimateClock } from "./clock";
export { findHoldingEvidence, type HoldingEvidence } from "./holding-evidence";
export {
  answering,
  type FrameArrival,
  type HostWord,
  macList,
  noteFrame,
  type Said,
  wordKeys,
} from "./host-word";
export { beginLooks, type MemberFigures, type MemberLooks, noteLook } from "./member-looks";
export { compareNames } from "./names";
export { readServerError, wordOfServerError } from "./read-server-error";
export { type SampledMember, sampleMembers } from "./sample-members";
export { type AskedWindow, chooseSampleWindow } from "./sample-window";
export { isLost } from "./server-reach";
export {
  type AgentSight,
  clockOffsetLimitMs,
  hearsayMaxAgeMs,
  type KnownHost,
  type KnownMember,
  type KnownObserver,
  type KnownVip,
  type ServerSight,
  type SshReach,
  staleAfterMs,
  type TopologySnapshot,
  type WireSight,
} from "./snapshot";
export {
  judgeWire,
  moveMarginMs,
  type RightfulHolder,
  type RuledAsker,
  type RuledOwner,
  type WireQuestion,
  type WireRuling,
} from "./wire";
