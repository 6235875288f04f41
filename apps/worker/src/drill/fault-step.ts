import { findWithin, type Message, message } from "@primacy/contract";
import { type DrillInput, traitsOf } from "@primacy/core/drill";
import { z } from "zod";
import { defineStep, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { askFault, orderFault } from "./ask-fault";
import { awaitProxyEndpoints } from "./await-proxy-endpoints";
import { awaitWhole } from "./await-whole";
import { awaitWrites } from "./await-writes";
import { type DrillRecorder, findRecorder } from "./drill-recorder";
import { noteLedgers } from "./ledger-step";
import { noteFault, notMade } from "./note-fault";
import { noteWhole } from "./note-whole";
import { orderSwitchover } from "./order-switchover";
import { requireAsPlanned } from "./require-as-planned";
import { showWhile } from "./show-findings";
import { DrillStepInput } from "./step-input";
import { healStepLimitMs, undoFault } from "./undo-fault";
import { requireProbe } from "./watch-step";

/** The agent that is hit answers no more, as a rule: who waits for longer than its connection takes to break sees nothing more. */
const answerLimitMs = 2_000;

/**
 * Has the fault made, and takes the word of its host for it only where that saw the effect. The host undoes it at its deadline by itself,
 * whatever becomes of the console. One that hits the agent is told of later: see {@link noteFault}. Undone, the host heals it now, and the group is
 * waited for.
 */
export const faultStep = defineStep<DrillInput, object>({
  input: DrillStepInput,
  timeoutMs: healStepLimitMs,
  // An order that is under way cannot be stopped, and has to be known for it to be undone.
  onCancel: "completes",
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      const recorder = findRecorder(input.drillId);
      // Before a server joins again and loses what it alone had. It is healed whatever becomes of that.
      if (recorder?.isReadingDue === true)
        await noteLedgers(context.worker, input, recorder, signal).catch(() => signal.throwIfAborted());
      recorder?.beginHeal();
      const { action } = await undoFault(context, input, signal);
      await awaitWhole(context, input, signal);
      await awaitProxyEndpoints(context.worker, input, signal);
      // One that was refused has held nothing.
      if (action !== null) await awaitWrites(context.worker, input, recorder, signal);
      await noteWhole(recorder, signal);
    },
  },
  async execute(context, input, signal) {
    const recorder = findRecorder(input.drillId);
    if (recorder === null)
      throw new StepFailure("failure.drill_lost_sight", { changedNothing: isFirst(context) });
    requireProbe(recorder, input.observer.name);
    const { fault } = input;
    // Once it was ordered, that another member is the primary and one is away is what the fault came to.
    if (!recorder.isArmed) await requireAsPlanned(context, input, recorder, signal);
    if (recorder.isFaultKnown) return describeEffect(recorder);
    if (fault.kind === "switchover") return orderSwitchover(context, input, recorder, signal);
    if (traitsOf(fault).hitsAgent) {
      recorder.arm();
      const told = await askFault(context, input, answerLimitMs, signal);
      if (told === null || !noteFault(recorder, input, told))
        return { kind: "done", detail: message("detail.drill_ordered", { host: input.target.name }) };
    } else {
      const made = orderFault(context, input, () => recorder.arm(), signal).catch((error: unknown) => {
        throw isFirst(context) && isRefused(error) ? notMade(input, reasonOf(error)) : error;
      });
      // A server that is stopped may take its time to end.
      const told = await showWhile(context, input, recorder, made, signal);
      if (!noteFault(recorder, input, told)) throw notMade(input, message("why.drill_no_evidence"));
    }
    return describeEffect(recorder);
  },
});

function describeEffect(recorder: DrillRecorder): StepOutcome {
  const { injection } = recorder.read();
  const ms = injection === null ? 0 : Math.round(injection.seenMs - injection.actedMs);
  return { kind: "done", detail: message("detail.drill_injected", { ms }) };
}

function reasonOf({ explanation }: StepFailure): Message {
  return findWithin(explanation.params, "reason") ?? explanation;
}

/** Where its host refuses a fault, nothing has begun. */
function isRefused(error: unknown): error is StepFailure {
  return error instanceof StepFailure && error.code === "host_operator" && !error.retryable;
}

function isFirst({ step }: StepContext): boolean {
  return step.attempt === 1;
}
