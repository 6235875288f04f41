/**
 * What a drill is judged by, from what its clients were told, what the kernels and the wire showed, and what the servers have:
 * writes that are lost, phantom, out of order or doubled by two writers; stale reads; how long the VIP was away.
 */
export { listHostAcks, listRowAcks } from "./acks";
export {
  type AddressAnswers,
  type AddressQuestion,
  type AddressQuestions,
  judgeAddressAnswers,
} from "./address-answers";
export type { OwnRead, WriteAttempt } from "./attempt";
export { type CourseClient, describeCourse } from "./client-course";
export { type Ack, measureDualWriters } from "./dual-writers";
export { addAttempt, type StripAttempt, type StripRun } from "./findings/draw-strip";
export type {
  DrillEnding,
  DrillFrame,
  DrillLedger,
  DrillReadWay,
  DrillRecord,
  DrillServer,
  DrillWay,
} from "./findings/drill-record";
export { zeroOf } from "./findings/drill-zero";
export { findDrill } from "./findings/find-drill";
export { isBack, listUnwritten, type RecordedWrites } from "./findings/is-back";
export { judgeDrill } from "./findings/judge-drill";
export { judgeHalt } from "./findings/judge-halt";
export { listAway, type SeenMember } from "./findings/list-away";
export { type LoggedLine, type LogReading, logBeforeMs } from "./findings/log-reading";
export { placeSamples } from "./findings/place-samples";
export { foreseenMs } from "./findings/predict-phases";
export type { ProxyAnswer, ProxyLook } from "./findings/proxy-look";
export { notBegun } from "./findings/way-attempts";
export { findDisorder, type RowAck } from "./gtid-order";
export {
  type HoldEvent,
  type HoldInterval,
  type HoldOverlap,
  listHolders,
  listHoldIntervals,
  listHoldOverlaps,
} from "./hold-history";
export { countDualHolds, measureDualHolders, measureHeld } from "./holding";
export {
  type ClientPromise,
  type ClientRecord,
  checkLedger,
  countAnswers,
  describeLedger,
  findPromise,
  type LedgerRow,
  type LedgerVerdict,
  listPromises,
  type RecordedAttempt,
} from "./ledger";
export { checkDrill, drillChecks } from "./order/check-drill";
export { chooseObserver, type ObserverCandidate } from "./order/choose-observer";
export { type ChosenProxy, chooseProxy, leadsThrough, placeOnProxy } from "./order/choose-proxy";
export { describeEnding } from "./order/describe-ending";
export { type DrillInput, type DrillTarget, hitPlaceOf } from "./order/drill-input";
export { chooseParties, type DrillParties, namedSecondary, type PartyCandidate } from "./order/drill-parties";
export type {
  DrillMember,
  DrillObserverSight,
  DrillOtherSight,
  DrillProxySight,
  DrillSnapshot,
  DrillTargetSight,
  DrillWaySight,
  SeenDrillWay,
} from "./order/drill-snapshot";
export { type FaultTraits, freezeAgentMs, lookAgainMs, traitsOf } from "./order/fault-traits";
export { hostFaultOf } from "./order/host-fault";
export { listProxyPlaces, type ProxyPlace } from "./order/list-proxy-places";
export { type DrillStep, planDrill, undoAfterMs, waitOf } from "./order/plan-drill";
export { type DrillFacts, predictDrill } from "./order/predict-drill";
export { type AskedWays, predictWays } from "./order/predict-ways";
export { measurePathGap, type PathGap } from "./path-gap";
export {
  type HostAck,
  listFlows,
  listPauses,
  listPrimaryIntervals,
  type PrimaryInterval,
} from "./primary-intervals";
export { checkRates, findDeadTime, type WrittenWhile } from "./rates";
export { isSameEndpoint } from "./same-endpoint";
export { type Span, subtractSpans, sumSpans } from "./span";
export { judgeReads, type ReadsVerdict } from "./stale-reads";
export { vipLimits } from "./vip-limits";
export {
  type Acquisition,
  type AgentWord,
  countProofs,
  type FaultCourse,
  type FaultLoss,
  findUnboundHold,
  judgeReturn,
  listKeptAway,
  type PlannedCourse,
  type ReturnVerdict,
} from "./vip-return";
export { findLongestGap, type WriteGap } from "./write-gap";
