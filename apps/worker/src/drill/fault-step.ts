import { message, paramsWith } from "@primacy/contract";
import type { HostAction } from "@primacy/contract/agent";
import { type DrillInput, undoAfterMs } from "@primacy/core/drill";
import { z } from "zod";
import { findPrimaryMember } from "../endpoint/look-through";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { awaitWhole } from "./await-whole";
import { findRecorder } from "./drill-recorder";
import { DrillStepInput } from "./step-input";
import { faultOf, openFaultSession, undoFault } from "./undo-fault";
import { requireProbe } from "./watch-step";

/**
 * Has the host make the fault, and takes its word for it only where it saw the effect. The host undoes it at its deadline by itself, whatever
 * becomes of the console. Undone, the host heals it now, and the group is waited for.
 */
export const faultStep = defineStep<DrillInput, object>({
  input: DrillStepInput,
  timeoutMs: 60_000,
  // An order that is under way cannot be stopped, and has to be known for it to be undone.
  onCancel: "completes",
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      await undoFault(context, input, signal);
      await awaitWhole(context, input, signal);
    },
  },
  async execute(context, input, signal) {
    const recorder = findRecorder(input.drillId);
    if (recorder === null)
      throw new StepFailure("failure.drill_lost_sight", { changedNothing: isFirst(context) });
    requireProbe(recorder, input.observer.name);
    const { target } = input;
    const primary = await findPrimaryMember(context.worker, input.clusterId, signal);
    if (context.isCancelRequested() || primary?.id !== target.memberId)
      throw new StepFailure("failure.drill_changed", {
        params: { member: target.name },
        changedNothing: isFirst(context),
      });
    const session = await openFaultSession(context, input, signal);
    recorder.arm();
    const { service, port } = target;
    const fault = { name: "kill_server", service, port, restarts: input.fault.restarts } as const;
    const action: HostAction = { kind: "fault", fault };
    const actionId = faultOf(input);
    const done = await session.act(action, { undoAfterMs: undoAfterMs(input), actionId }, signal);
    if (done.evidence === undefined || done.state === "failed") {
      const reason = done.reason ?? message("why.drill_no_evidence");
      throw new StepFailure("failure.drill_not_made", {
        params: paramsWith({ host: target.name }, { reason }),
      });
    }
    recorder.noteFault(done.evidence);
    const ms = Math.round(done.evidence.seenMs - done.evidence.actedMs);
    return { kind: "done", detail: message("detail.drill_injected", { ms }) };
  },
});

function isFirst({ step }: StepContext): boolean {
  return step.attempt === 1;
}
