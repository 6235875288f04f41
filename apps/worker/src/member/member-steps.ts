import { MemberState } from "@primacy/contract";
import {
  expelLimitSeconds,
  isInGroup,
  type MemberAwaitInput,
  type MemberParty,
  type MemberStep,
  type MemberStopInput,
} from "@primacy/core/member";
import { z } from "zod";
import { defineStep, type ExecutorMap } from "../operation/executor";
import { look, toClone, toStart } from "../replication/group-replication/judge-now";
import { startLimitMs } from "../replication/group-replication/start-member";
import { stopLimitMs } from "../replication/group-replication/stop-member";
import { awaitStep } from "./await-step";
import { startStep } from "./start-step";
import { stopStep } from "./stop-step";
import { undoStart } from "./undo-start";

const Party = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
}) satisfies z.ZodType<MemberParty>;
const StopInput: z.ZodType<MemberStopInput> = Party.extend({
  purpose: z.enum(["leave", "return"]),
  isPrimaryAllowed: z.boolean(),
  isCloneAllowed: z.boolean().default(false),
});
const AwaitInput: z.ZodType<MemberAwaitInput> = Party.extend({ limitSeconds: z.number().int() });
/** Where the member was before it was started: one that was in its group is not stopped again. */
const Before = z.object({ wasInGroup: z.boolean() });

/** How a step left the member, for the result. */
export const MemberOutput = z.object({
  state: MemberState.nullable(),
  isSuperReadOnly: z.boolean(),
  afterMs: z.number().nullable(),
});

const lookLimitMs = 30_000;
const startStepMs = expelLimitSeconds * 1_000 + startLimitMs + stopLimitMs + lookLimitMs;
/** A timer holds no more than 24.8 days. */
const endlessMs = 24 * 86_400_000;

/**
 * How the steps of actions on a member are done. A start is taken back, unless it clones. A stop is not: it is as it was
 * wanted, or the member was outside of its group before.
 */
export const memberExecutors: ExecutorMap<MemberStep> = {
  "member.stop": defineStep<MemberStopInput>({
    input: StopInput,
    timeoutMs: stopLimitMs + lookLimitMs,
    undo: { kind: "impossible" },
    execute: stopStep,
  }),
  "member.start": defineStep<MemberParty, z.output<typeof Before>>({
    input: Party,
    timeoutMs: startStepMs,
    undo: {
      kind: "recorded",
      record: Before,
      async prepare(context, input, signal) {
        return { wasInGroup: isInGroup(await look(context, input, toStart, signal)) };
      },
      async undo(context, input, { wasInGroup }, signal) {
        if (!wasInGroup) await undoStart(context, input, signal);
      },
    },
    execute: (context, input, signal) => startStep(context, input, toStart, signal),
  }),
  "member.await_online": defineStep<MemberAwaitInput>({
    input: AwaitInput,
    // Its own limit ends it; this one is above the longest that can be asked for.
    timeoutMs: 86_400_000 + lookLimitMs,
    undo: { kind: "nothing" },
    execute: (context, input, signal) =>
      awaitStep(context, input, { startedBy: "member.start", limitMs: input.limitSeconds * 1_000 }, signal),
  }),
  "member.clone": defineStep<MemberParty>({
    input: Party,
    timeoutMs: startStepMs,
    undo: { kind: "impossible" },
    execute: (context, input, signal) => startStep(context, input, toClone, signal),
  }),
  "member.await_clone": defineStep<MemberParty>({
    input: Party,
    timeoutMs: endlessMs,
    undo: { kind: "nothing" },
    async execute(context, input, signal) {
      // Nothing is ordered any more, and nobody can say how long a copy takes.
      await context.letOthers();
      return awaitStep(context, input, { startedBy: "member.clone", limitMs: null }, signal);
    },
  }),
};
