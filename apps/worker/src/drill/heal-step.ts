import { message } from "@primacy/contract";
import { type DrillInput, traitsOf } from "@primacy/core/drill";
import { defineStep } from "../operation/executor";
import { awaitProxyEndpoints } from "./await-proxy-endpoints";
import { awaitWhole } from "./await-whole";
import { awaitWrites } from "./await-writes";
import { findRecorder } from "./drill-recorder";
import { noteWhole } from "./note-whole";
import { DrillStepInput } from "./step-input";
import { healStepLimitMs, undoFault } from "./undo-fault";

/** Has the host heal the fault, and waits until every member is ONLINE. A failure is loud: the group is not as it was before. */
export const healStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: healStepLimitMs,
  onCancel: "completes",
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const recorder = findRecorder(input.drillId);
    recorder?.beginHeal();
    const healed = await undoFault(context, input, signal);
    // A step that is carried out again finds what it did itself.
    if (healed.wasOver && context.step.attempt === 1 && !traitsOf(input.fault).hitsAgent)
      recorder?.noteEarlyEnd(healed.action?.reason ?? message("why.drill_no_reason"));
    if (healed.action?.lapse !== undefined) recorder?.noteEarlyEnd(healed.action.lapse);
    const total = await awaitWhole(context, input, signal);
    await awaitProxyEndpoints(context.worker, input, signal);
    await awaitWrites(context.worker, input, recorder, signal);
    await noteWhole(recorder, signal);
    return { kind: "done", detail: message("detail.drill_whole", { total }) };
  },
});
