import { FixVariable, message, VariableSetting } from "@primacy/contract";
import {
  type FixStep,
  isSameSetting,
  judgeSetting,
  type VariableInput,
  variableStatements,
} from "@primacy/core/fix";
import { z } from "zod";
import { getAdministrator } from "../cluster-record/administrator";
import type { ServerConnection } from "../mysql/connect-server";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { type Connect, onServer } from "./on-server";
import { putSetting, readSettings } from "./variable-setting";

const VariableStepInput: z.ZodType<VariableInput> = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  name: z.string(),
  variable: FixVariable,
  target: VariableSetting,
  before: VariableSetting,
  user: z.string().nullable(),
});

/** What a done step tells of its member. */
export const VariableOutput = z.object({
  memberId: z.string(),
  name: z.string(),
  variable: FixVariable,
  before: VariableSetting,
  after: VariableSetting,
});

/**
 * Sets a variable on one member; undone, it has what it had when it was planned. What is neither that, nor the target,
 * nor between them was set by somebody else: it is never overwritten, forward or back.
 */
export function createFixExecutors(connect: Connect): ExecutorMap<FixStep> {
  return {
    "variable.set": defineStep<VariableInput, VariableSetting>({
      input: VariableStepInput,
      timeoutMs: 20_000,
      undo: {
        kind: "recorded",
        record: VariableSetting,
        prepare: (context, input, signal) =>
          onMember(connect, context, input, signal, async (connection) => {
            const { before, variable } = input;
            const actual = await readSetting(connection, input, signal);
            if (actual === null || !isSameSetting(actual, before)) throw changed(input, actual, before);
            await proveUndo(connection, variable, before, signal);
            return before;
          }),
        undo: (context, input, before, signal) =>
          onMember(connect, context, input, signal, async (connection) => {
            const actual = await readSetting(connection, input, signal);
            if (judgeSetting(actual, input) === "other") throw changed(input, actual, input.target);
            await put(connection, input, before, signal);
          }),
      },
      execute: (context, input, signal) => execute(connect, context, input, signal),
    }),
  };
}

/**
 * It may run again after a worker died at any line: a target that is there already was set by the attempt before, and
 * is a change with what was there before it.
 */
async function execute(
  connect: Connect,
  context: StepContext,
  input: VariableInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { memberId, name, variable, before, target } = input;
  await onMember(connect, context, input, signal, async (connection) => {
    const actual = await readSetting(connection, input, signal);
    if (judgeSetting(actual, input) === "other") throw changed(input, actual, before);
    await put(connection, input, target, signal);
  });
  if (isSameSetting(before, target)) return { kind: "skipped", detail: message("detail.unchanged") };
  return {
    kind: "done",
    detail: message("detail.variable_set", { before: before.running }),
    output: { memberId, name, variable, before, after: target },
  };
}

/**
 * Taking a variable out of the persisted settings needs a right that setting it does not need: an account without it is
 * refused before anything is set. Where nothing is persisted the statement does nothing else.
 */
async function proveUndo(
  connection: ServerConnection,
  variable: FixVariable,
  before: VariableSetting,
  signal: AbortSignal,
): Promise<void> {
  if (before.persisted === null)
    await connection.run(variableStatements(variable, before).slice(1), { signal });
}

async function readSetting(
  connection: ServerConnection,
  { variable }: VariableInput,
  signal: AbortSignal,
): Promise<VariableSetting | null> {
  return (await readSettings(connection, [variable], signal))[variable] ?? null;
}

async function put(
  connection: ServerConnection,
  { name, variable }: VariableInput,
  wanted: VariableSetting,
  signal: AbortSignal,
): Promise<void> {
  const actual = await putSetting(connection, variable, wanted, signal);
  if (actual !== null && isSameSetting(actual, wanted)) return;
  const params = { variable, host: name, actual: actual?.running ?? "-", value: wanted.running };
  throw new StepFailure("failure.variable_not_set", { params });
}

function changed(
  { variable, name }: VariableInput,
  actual: VariableSetting | null,
  expected: VariableSetting,
): StepFailure {
  const params = {
    variable,
    host: name,
    actual: actual?.running ?? "-",
    actualPersisted: actual?.persisted ?? "-",
    expected: expected.running,
    expectedPersisted: expected.persisted ?? "-",
  };
  return new StepFailure("failure.variable_changed", { params });
}

async function onMember<T>(
  connect: Connect,
  context: OperationContext,
  { clusterId, memberId, name, user }: VariableInput,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const { members } = await context.worker.db.clusters.get(clusterId);
  const member = members.find((one) => one.id === memberId);
  if (member === undefined) throw new StepFailure("failure.variable_member_gone", { params: { host: name } });
  const account = await getAdministrator(context, clusterId, user);
  return onServer(connect, { member, name, account }, signal, act);
}
