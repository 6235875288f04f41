import { FixVariable, message, VariableSetting } from "@primacy/contract";
import { type FixStep, isSameSetting, type VariableInput, variableStatements } from "@primacy/core/fix";
import { z } from "zod";
import { endpointOf } from "../cluster/load-cluster";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { defineStep, type ExecutorMap } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { getAdministrator } from "./administrator";
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

/** Sets a variable on one member; undone, it has what it had right before. */
export const fixExecutors: ExecutorMap<FixStep> = {
  "variable.set": defineStep<VariableInput, VariableSetting>({
    input: VariableStepInput,
    timeoutMs: 20_000,
    undo: {
      kind: "recorded",
      record: VariableSetting,
      prepare: (context, input, signal) =>
        onMember(context, input, signal, async (connection) => {
          const settings = await readSettings(connection, [input.variable], signal);
          const before = settings[input.variable] ?? input.before;
          await proveUndo(connection, input, before, signal);
          return before;
        }),
      async undo(context, input, before, signal) {
        await onMember(context, input, signal, (connection) => put(connection, input, before, signal));
      },
    },
    async execute(context, input, signal) {
      const { memberId, name, variable, before, target } = input;
      const isChanged = await onMember(context, input, signal, (connection) =>
        put(connection, input, target, signal),
      );
      if (!isChanged) return { kind: "skipped", detail: message("detail.unchanged") };
      return {
        kind: "done",
        detail: message("detail.variable_set", { before: before.running }),
        output: { memberId, name, variable, before, after: target },
      };
    },
  }),
};

/**
 * Taking a variable out of the persisted settings needs a right that setting it does not need: an account without it is
 * refused before anything is set. Where nothing is persisted the statement does nothing else.
 */
async function proveUndo(
  connection: ServerConnection,
  { variable }: VariableInput,
  before: VariableSetting,
  signal: AbortSignal,
): Promise<void> {
  if (before.persisted === null)
    await connection.run(variableStatements(variable, before).slice(1), { signal });
}

async function put(
  connection: ServerConnection,
  { name, variable }: VariableInput,
  wanted: VariableSetting,
  signal: AbortSignal,
): Promise<boolean> {
  const { isChanged, actual } = await putSetting(connection, variable, wanted, signal);
  if (actual !== null && isSameSetting(actual, wanted)) return isChanged;
  const params = { variable, host: name, actual: actual?.running ?? "-", value: wanted.running };
  throw new StepFailure("failure.variable_not_set", { params });
}

async function onMember<T>(
  context: OperationContext,
  { clusterId, memberId, name, user }: VariableInput,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const { members } = await context.worker.db.clusters.get(clusterId);
  const member = members.find((one) => one.id === memberId);
  if (member === undefined) throw new StepFailure("failure.variable_member_gone", { params: { host: name } });
  const account = await getAdministrator(context, clusterId, user);
  const connection = await connectServer(endpointOf(member), account, signal);
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}
