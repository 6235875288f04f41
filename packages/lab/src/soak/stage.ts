import type { FaultEvidence } from "../fault/evidence";
import type { HealOptions } from "../fault/heal";
import type { Lab } from "../lab";
import type { DatabaseName } from "../roster";
import type { FaultPlan } from "./plan";
import type { RunWatch } from "./run-watch";

/** Who plays which part in one fault. */
export interface FaultRoles {
  readonly primary: DatabaseName;
  /** The secondary that takes part, and the one that does not. */
  readonly secondary: DatabaseName;
  readonly other: DatabaseName;
}

/** Where a fault is injected, and what is to be done to end it. */
export interface Stage {
  readonly lab: Lab;
  readonly vipAddress: string;
  readonly watch: RunWatch;
  readonly plan: FaultPlan;
  readonly signal: AbortSignal;
  /** Steps that end what was injected, to be done in the opposite order; filled before each act. */
  readonly undo: (() => Promise<unknown>)[];
  /** What was started because the fault itself had stopped it for good. */
  readonly asked: string[];
  /** What the fault showed that must not be, and what was started though nobody had asked for it. */
  readonly violations: string[];
}

/** Injects one kind of fault. Returns when its effect has been seen from outside; throws LabError where it is not. */
export type Injector = (stage: Stage, roles: FaultRoles) => Promise<FaultEvidence>;

/**
 * A fault that the lab's own healing ends. `stops` are the services that it stops for good, on its target: that
 * healing starts them again was asked for, and any other service is a violation.
 */
export function healed(inject: Injector, ...stops: readonly string[]): Injector {
  return (stage, roles) => {
    const onProgress = (line: string): void => {
      const what = readHealing(line, stops, roles);
      if (what !== "nothing") stage[what].push(line);
    };
    const options: HealOptions = { onProgress };
    stage.undo.push(() => stage.lab.fault.heal(options));
    return inject(stage, roles);
  };
}

/** Of the ways that are compared with the VIP: that one of them had to be started is told, and fails nothing. */
const baselineServices = ["mysqlrouter", "haproxy", "keepalived", "lab-role"];

/** What a line of the lab's healing tells: what the fault asked for, or what nobody should have needed. */
export function readHealing(
  line: string,
  stops: readonly string[],
  { primary }: Pick<FaultRoles, "primary">,
): "asked" | "violations" | "nothing" {
  const started = /^starting (\S+) on (\S+)$/.exec(line);
  if (started === null) return "nothing";
  const [, service = "", host = ""] = started;
  if (baselineServices.includes(service)) return "asked";
  return stops.includes(service) && host === primary ? "asked" : "violations";
}

/** Two faults as one. */
export function join(one: FaultEvidence, other: FaultEvidence): FaultEvidence {
  const observations = [...one.observations, ...other.observations];
  return { ...one, observedAtMs: other.observedAtMs, observations };
}
