import type { FixVariable, VariableSetting } from "@primacy/contract";
import type { PlannedStep } from "../operation/planned-step";

/** The input of the step that sets a variable on one member. It holds no password. */
export interface VariableInput {
  readonly clusterId: string;
  readonly memberId: string;
  readonly name: string;
  readonly variable: FixVariable;
  readonly target: VariableSetting;
  /** As it was when this was planned: the step changes nothing else than this into the target. */
  readonly before: VariableSetting;
  /** Who sets it; null: the administrator's account that was kept. */
  readonly user: string | null;
}

/** The steps of a fix: one for each member. */
export type FixStep = PlannedStep<"variable.set", VariableInput>;
