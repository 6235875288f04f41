import {
  type DrillRequest,
  type DrillWayEstimate,
  longestDrillWaitMs,
  type Message,
  message,
  messageWith,
  withPort,
} from "@primacy/contract";
import { describeSpan } from "../../check/describe-span";
import type { PlannedOperation, PlannedStep } from "../../operation/planned-step";
import type { DrillWay } from "../findings/drill-record";
import { isSameEndpoint } from "../same-endpoint";
import { consequenceOf, previewOf, titleOf } from "./describe-fault";
import { type DrillInput, hitPlaceOf } from "./drill-input";
import type { DrillSnapshot } from "./drill-snapshot";
import { freezeAgentMs, traitsOf } from "./fault-traits";

type OwnCode =
  | "drill.watch"
  | "drill.fault"
  | "drill.measure"
  | "drill.ledger"
  | "drill.heal"
  | "drill.judge";

/** The steps of a drill, in their order. */
export type DrillStep =
  | PlannedStep<"schema.ensure", { readonly clusterId: string }>
  | { readonly [C in OwnCode]: PlannedStep<C, DrillInput> }[OwnCode];

/** After the objective, and after what is predicted, it is worth knowing for how long more. */
const graceMs = 30_000;

/** No host stays frozen or cut off for longer than this, and the time to heal it, whatever is predicted. */
export const mostWaitMs = longestDrillWaitMs + graceMs;

/**
 * For how long writes are waited for: past the objective, and past the longest that is predicted, up to `mostWaitMs`. Where they come back only by the
 * heal, for as long as was chosen.
 */
export function waitOf(
  { objectiveMs, fault }: Pick<DrillRequest, "objectiveMs" | "fault">,
  longestMs: number,
): number {
  if (fault.kind === "fill_disk") return fault.seconds * 1_000;
  return Math.min(Math.max(objectiveMs, longestMs) + graceMs, mostWaitMs);
}

/** Plans a drill whose checks hold: what is done, and what it means for those who use the cluster. */
export function planDrill(
  input: DrillInput,
  estimate: DrillSnapshot["estimate"],
  wayEstimates: readonly DrillWayEstimate[] = [],
): PlannedOperation<DrillStep> {
  const { observer } = input;
  const { hostId, name: member } = hitPlaceOf(input);
  const cluster = { hostId: null, hostName: null, preview: [], isReversible: true };
  const isHost = input.fault.kind !== "switchover";
  const onTarget = { hostId: isHost ? hostId : null, hostName: isHost ? member : null, isReversible: true };
  const { takesPrimary, holdsWrites } = traitsOf(input.fault);
  const measure = holdsWrites ? "step.drill.measure_held" : "step.drill.measure_stay";
  const steps: readonly DrillStep[] = [
    {
      ...cluster,
      ordinal: 0,
      code: "schema.ensure",
      title: message("step.schema.ensure"),
      input: { clusterId: input.clusterId },
    },
    {
      ordinal: 1,
      code: "drill.watch",
      hostId: observer.hostId,
      hostName: observer.name,
      title: describeWatch(input),
      preview: [],
      isReversible: true,
      input,
    },
    {
      ...onTarget,
      ordinal: 2,
      code: "drill.fault",
      title: titleOf(input),
      preview: previewOf(input),
      input,
    },
    {
      ...cluster,
      ordinal: 3,
      code: "drill.measure",
      title: message(takesPrimary ? "step.drill.measure" : measure),
      input,
    },
    { ...cluster, ordinal: 4, code: "drill.ledger", title: message("step.drill.ledger"), input },
    {
      ...onTarget,
      ordinal: 5,
      code: "drill.heal",
      title: isHost ? message("step.drill.heal", { member }) : message("step.drill.whole"),
      preview: [],
      input,
    },
    { ...cluster, ordinal: 6, code: "drill.judge", title: message("step.drill.judge"), input },
  ];
  return { steps, consequences: listConsequences(input, estimate, wayEstimates) };
}

function describeWatch({ ways, readWays }: DrillInput): Message {
  const list = (all: readonly Pick<DrillWay, "endpoint">[]): string =>
    all.map(({ endpoint }) => withPort(endpoint.address, endpoint.port)).join(", ");
  const endpoints = list(ways);
  return readWays.length === 0
    ? message("step.drill.watch", { endpoints })
    : message("step.drill.watch_reads", { endpoints, readers: list(readWays) });
}

function listConsequences(
  input: DrillInput,
  estimate: DrillSnapshot["estimate"],
  wayEstimates: readonly DrillWayEstimate[],
): Message[] {
  const { takesPrimary, hitsAgent } = traitsOf(input.fault);
  const isHost = input.fault.kind !== "switchover";
  return [
    consequenceOf(input),
    ...describeTakeover(input),
    ...describeStop(input, estimate, wayEstimates),
    ...(takesPrimary ? [message("consequence.drill_primary")] : []),
    ...(isHost && !hitsAgent ? [message("consequence.drill_deadline", { limitMs: undoAfterMs(input) })] : []),
  ];
}

/** When another one takes the address of a Keepalived that stays down. */
function describeTakeover({ proxy, fault }: DrillInput): Message[] {
  const isBack = fault.kind === "kill_proxy" && fault.restarts;
  if (proxy === null || proxy.takeover === null || isBack) return [];
  return [messageWith("consequence.drill_takeover", {}, { span: describeSpan(proxy.takeover) })];
}

function describeStop(
  { fault, ways }: DrillInput,
  estimate: DrillSnapshot["estimate"],
  wayEstimates: readonly DrillWayEstimate[],
): Message[] {
  const { hitsAgent, takesPrimary } = traitsOf(fault);
  const hasVip = ways.some(({ isVip }) => isVip);
  // The agent holds nothing but the VIP: clients by other ways do not meet its end.
  if (hitsAgent && !hasVip) return [message("consequence.drill_no_stop")];
  const isTold = estimate !== null && (hasVip || !takesPrimary);
  const stops = [
    ...(isTold ? [messageWith("consequence.drill_stop", {}, { span: describeSpan(estimate) })] : []),
    ...wayEstimates.map((way) =>
      messageWith(
        "consequence.drill_stop_way",
        { endpoint: labelOf(ways, way) },
        { span: describeSpan(way.estimate) },
      ),
    ),
  ];
  return takesPrimary && stops.length === 0 ? [message("consequence.drill_stop_unknown")] : stops;
}

function labelOf(ways: DrillInput["ways"], { endpoint }: DrillWayEstimate): string {
  const way = ways.find((one) => isSameEndpoint(one.endpoint, endpoint));
  return way?.label ?? withPort(endpoint.address, endpoint.port);
}

/** The longest that healing takes once it was ordered. */
const healSpareMs = 120_000;

/** When the host undoes the fault by itself, in milliseconds after it was made: also where the console is gone for good. */
export function undoAfterMs({ waitMs, fault }: Pick<DrillInput, "waitMs" | "fault">): number {
  return fault.kind === "freeze_agent" ? freezeAgentMs : waitMs + healSpareMs;
}
