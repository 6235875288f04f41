import type { DrillFault } from "@primacy/contract";
import type { DrillReadWay, DrillWay } from "../findings/drill-record";
import type { ChosenProxy } from "./choose-proxy";
import type { DrillMember, DrillObserverSight, DrillOtherSight } from "./drill-snapshot";

/** The member that is hit, as the steps need it. */
export interface DrillTarget extends DrillMember {
  /** The service that runs its server; null where the fault does not need it. */
  readonly service: string | null;
}

/** The input of every step of a drill. */
export interface DrillInput {
  readonly drillId: string;
  readonly clusterId: string;
  readonly fault: DrillFault;
  /** When it was ordered: where another member is the primary by the time of the fault, nothing is done. */
  readonly primary: DrillMember;
  readonly target: DrillTarget;
  /** The second of a pair; null where the fault has none. */
  readonly other: DrillOtherSight | null;
  /** What is hit in the place of the target; null: the target is. */
  readonly proxy: ChosenProxy | null;
  /** The console as the host of the target sees it; null where the fault does not need it. */
  readonly consoleAddress: string | null;
  readonly observer: Pick<DrillObserverSight, "hostId" | "name">;
  readonly ways: readonly DrillWay[];
  /** Those that are only read through. */
  readonly readWays: readonly DrillReadWay[];
  readonly objectiveMs: number;
  /** How long writes are waited for after the fault, in milliseconds. */
  readonly waitMs: number;
}

/** The host on which the fault is made, and how it is called. */
export function hitPlaceOf({
  target,
  proxy,
}: Pick<DrillInput, "target" | "proxy">): Pick<DrillMember, "hostId" | "name"> {
  const { hostId, name } = proxy ?? target;
  return { hostId, name };
}
