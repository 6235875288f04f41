export { checkMember, type JudgedMemberAction } from "./check-member";
export {
  type ComparedGtids,
  compareGtids,
  countLeft,
  type GtidPeer,
  type GtidState,
  shortenGtids,
} from "./compare-gtids";
export { describeMember } from "./describe-member";
export {
  type ExplainedJoin,
  explainJoin,
  type JoinEvidence,
  type JoinFailureCode,
  type LogLine,
} from "./explain-join";
export {
  type CloneSign,
  decideUndo,
  judgeCloning,
  startOutcomeInGroup,
  transferLogCodes,
} from "./join-course";
export { expelLimitSeconds } from "./join-rules";
export { type JudgedOthers, judgeOthers, type OtherReading } from "./judge-others";
export {
  type MemberAwaitInput,
  type MemberParty,
  type MemberStep,
  type MemberStopInput,
  planMember,
  startStatement,
  stopStatement,
} from "./plan-member";
export {
  type AnsweringServer,
  countVotersLeft,
  findOwnServer,
  type GroupAround,
  isInGroup,
  type MemberPeer,
  type MemberServer,
  type MemberSnapshot,
  type MemberVipPause,
  type VotersLeft,
} from "./snapshot";
