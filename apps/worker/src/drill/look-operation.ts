import { DrillCheck, message, operationKinds } from "@primacy/contract";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { z } from "zod";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { judgeAsked } from "./drill-operation";
import { partyOf } from "./proxy-party";

const LookInput = z.object({ request: operationKinds["drill.check"].input });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"drill.look", LookInput>;

/** `drill.check`: looks at the pre-conditions, and says what a drill would do. Changes nothing. */
export const drillCheckOperation: OperationDefinition = defineOperation<LookInput["request"], LookStep>({
  input: operationKinds["drill.check"].input,
  timeoutMs: 10_000,
  plan: async (_context, request): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "drill.look",
        hostId: null,
        hostName: null,
        title: message("step.drill.look"),
        preview: [],
        isReversible: false,
        input: { request },
      },
    ],
    consequences: [],
  }),
  executors: {
    "drill.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 60_000,
      undo: { kind: "nothing" },
      async execute(context, { request }, signal) {
        const { snapshot, report, planned } = await judgeAsked(context, request, signal);
        const { target, other, proxy, observer, estimate, wayEstimates } = snapshot;
        const output: DrillCheck = {
          report,
          plan: planned === null ? { steps: [], consequences: [] } : toPlan(planned),
          target: target === null ? null : { memberId: target.memberId, name: target.name },
          other: other === null ? null : { memberId: other.memberId, name: other.name },
          ...partyOf(typeof proxy === "string" ? null : proxy),
          observer: observer === null ? null : { hostId: observer.hostId, name: observer.name },
          predicted: estimate,
          predictedWays: [...(wayEstimates ?? [])],
        };
        return { kind: "done", output };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("drill.look", DrillCheck);
    return found?.output ?? null;
  },
});
