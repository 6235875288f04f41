import { message, type Vip } from "@primacy/contract";
import type { PlannedOperation } from "../operation/planned-step";
import { numbered, toWantedVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { about } from "../plan/vip-drafts";
import type { VipStep, VipStepBase } from "../plan/vip-steps";
import { forceStatement } from "./plugin-statements";

/**
 * The steps that have the plugin of the primary begin anew with its VIP: it asks the others what they hold, binds and announces the address,
 * and tells them, so that whoever has it beside the primary lets go. Which member that is, the first step finds. Nothing is undone.
 */
export function planPluginRebind({ wanted }: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep> {
  const { address } = vip;
  const base: VipStepBase = {
    clusterId: wanted.clusterId,
    vipId: vip.id,
    address,
    previous: toWantedVip(vip),
  };
  return numbered(
    [
      {
        ...about("plugin.rebind", message("step.plugin.rebind", { address })),
        preview: [{ kind: "sql", text: forceStatement }],
        isReversible: false,
        input: base,
      },
      {
        ...about("plugin.await_one", message("step.plugin.await_one", { address })),
        isReversible: false,
        input: base,
      },
      {
        ...about("vip.verify", message("step.vip.verify", { address })),
        isReversible: false,
        input: base,
      },
    ],
    [message("consequence.plugin_rebound", { address })],
  );
}
