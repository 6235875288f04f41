import { message, type Refusal } from "@primacy/contract";
import type { PlannedOperation } from "../operation/planned-step";
import {
  arrange,
  connect,
  disableOperator,
  enableOperator,
  helloPreview,
  onHost,
  type PlannableHost,
  refuseWithoutAccess,
  step,
} from "./draft-steps";
import type { HostStep } from "./steps";

type HostPlan = PlannedOperation<HostStep>;

/** The plan that switches the host operator on, on a host with an agent. */
export function planOperatorEnable(host: PlannableHost): HostPlan | Refusal {
  return (
    refuseWithoutAccess(host) ??
    arrange(
      [connect(host, true), ...enableOperator(host)],
      [message("consequence.operator_enable", { host: host.name })],
    )
  );
}

/** The plan that undoes what the host operator has in force, and switches it off. */
export function planOperatorDisable(host: PlannableHost): HostPlan | Refusal {
  const verify = step(host, "operator.verify_off", helloPreview(host), true, onHost(host));
  return (
    refuseWithoutAccess(host) ??
    arrange(
      [connect(host, true), disableOperator(host), verify],
      [message("consequence.operator_disable", { host: host.name })],
    )
  );
}
