export { checkMember, type JudgedMemberAction } from "./check-member";
export { compareGtids, countLeft, formatRanges, type GtidPeer, type GtidState } from "./compare-gtids";
export { describeMember } from "./describe-member";
export {
  type ExplainedJoin,
  explainJoin,
  type JoinEvidence,
  type JoinFailureCode,
  type LogLine,
} from "./explain-join";
export { expelLimitSeconds } from "./join-rules";
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
  isInGroup,
  isVoting,
  type MemberPeer,
  type MemberServer,
  type MemberSnapshot,
  type VotersLeft,
} from "./snapshot";
