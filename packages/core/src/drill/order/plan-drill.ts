import { type DrillFault, type DrillRequest, message, messageWith, withPort } from "@primacy/contract";
import { describeSpan } from "../../check/describe-span";
import type { PlannedOperation, PlannedStep } from "../../operation/planned-step";
import type { DrillWay } from "../findings/drill-record";
import type { DrillObserverSight, DrillSnapshot, DrillTargetSight } from "./drill-snapshot";

/** The member that is hit, as the steps need it. */
export type DrillTarget = Pick<
  DrillTargetSight,
  "memberId" | "serverUuid" | "name" | "address" | "port" | "hostId"
> & { readonly service: string };

/** The input of every step of a drill. */
export interface DrillInput {
  readonly drillId: string;
  readonly clusterId: string;
  readonly fault: DrillFault;
  readonly target: DrillTarget;
  readonly observer: Pick<DrillObserverSight, "hostId" | "name">;
  readonly ways: readonly DrillWay[];
  readonly objectiveMs: number;
  /** How long writes are waited for after the fault, in milliseconds. */
  readonly waitMs: number;
}

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

/** For how long writes are waited for: past the objective, and past what is predicted. */
export function waitOf(
  { objectiveMs }: Pick<DrillRequest, "objectiveMs">,
  estimate: DrillSnapshot["estimate"],
): number {
  return Math.max(objectiveMs, estimate?.maxMs ?? 0) + graceMs;
}

/** Plans a drill whose checks hold: what is done, and what it means for those who use the cluster. */
export function planDrill(
  input: DrillInput,
  estimate: DrillSnapshot["estimate"],
): PlannedOperation<DrillStep> {
  const { target, observer, fault, ways } = input;
  const { hostId, name: member } = target;
  const places = ways.map(({ endpoint }) => withPort(endpoint.address, endpoint.port)).join(", ");
  const cluster = { hostId: null, hostName: null, preview: [], isReversible: true };
  const onTarget = { hostId, hostName: member, isReversible: true };
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
      title: message("step.drill.watch", { endpoints: places }),
      preview: [],
      isReversible: true,
      input,
    },
    {
      ...onTarget,
      ordinal: 2,
      code: "drill.fault",
      title: message("step.drill.fault", { member }),
      preview: [{ kind: "command", text: commandOf(fault, target) }],
      input,
    },
    { ...cluster, ordinal: 3, code: "drill.measure", title: message("step.drill.measure"), input },
    { ...cluster, ordinal: 4, code: "drill.ledger", title: message("step.drill.ledger"), input },
    {
      ...onTarget,
      ordinal: 5,
      code: "drill.heal",
      title: message("step.drill.heal", { member }),
      preview: [],
      input,
    },
    { ...cluster, ordinal: 6, code: "drill.judge", title: message("step.drill.judge"), input },
  ];
  const consequences = [
    estimate === null
      ? message("consequence.drill_unknown", { member })
      : messageWith("consequence.drill", { member }, { span: describeSpan(estimate) }),
    message("consequence.drill_primary"),
    message("consequence.drill_deadline", { limitMs: undoAfterMs(input) }),
  ];
  return { steps, consequences };
}

/** The longest that healing takes once it was ordered. */
const healSpareMs = 120_000;

/** When the host undoes the fault by itself, in milliseconds after it was made: also where the console is gone for good. */
export function undoAfterMs({ waitMs }: Pick<DrillInput, "waitMs">): number {
  return waitMs + healSpareMs;
}

function commandOf(fault: DrillFault, { service, port }: DrillTarget): string {
  const kill = `kill -KILL PID_OF_PORT_${port}`;
  return fault.restarts ? kill : `${kill}; service ${service} stop`;
}
