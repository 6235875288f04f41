import type { DrillFault } from "@primacy/contract";
import type { DrillWay } from "../findings/drill-record";
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
  /** The console as the host of the target sees it; null where the fault does not need it. */
  readonly consoleAddress: string | null;
  readonly observer: Pick<DrillObserverSight, "hostId" | "name">;
  readonly ways: readonly DrillWay[];
  readonly objectiveMs: number;
  /** How long writes are waited for after the fault, in milliseconds. */
  readonly waitMs: number;
}
