import { MemberState, message } from "@primacy/contract";
import type { RestartInput } from "@primacy/core/restart";
import { z } from "zod";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../operation/executor";
import { nameOf } from "../replication/group-replication/observe-member";
import { restartServer, restartSpareMs } from "../restart-steps/restart-server";

const Input: z.ZodType<RestartInput> = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
  user: z.string().nullable(),
  limitSeconds: z.number().int(),
});

/** How a server came back, for the result. */
export const RestartOutput = z.object({
  memberId: z.string(),
  name: z.string(),
  state: MemberState.nullable(),
  onlineAfterMs: z.number().nullable(),
});

/** How a server is restarted. It cannot be taken back: a server that was restarted is as it was, but it was away. */
export const restartStep: StepExecutor<RestartInput> = defineStep<RestartInput>({
  input: Input,
  // Its own limits end it; this one is above the longest that can be asked for.
  timeoutMs: 86_400_000 + restartSpareMs,
  undo: { kind: "impossible" },
  execute: restart,
});

async function restart(context: StepContext, input: RestartInput, signal: AbortSignal): Promise<StepOutcome> {
  const isFirst = context.step.attempt === 1;
  const restarted = await restartServer(context, input, { isFirst, mayOrder: true }, signal);
  const { member, state } = restarted;
  // Another worker's clock began it where this one took over.
  const ms = isFirst ? restarted.ms : null;
  const name = nameOf(member);
  return {
    kind: "done",
    detail:
      ms === null
        ? message("detail.restarted_untimed", { member: name })
        : message("detail.restarted", { member: name, ms }),
    output: { memberId: member.id, name, state, onlineAfterMs: ms },
  };
}
