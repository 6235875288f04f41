import { existsSync } from "node:fs";
import { appendFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { message } from "@primacy/contract";
import type { PlannedStep } from "@primacy/core/operation";
import { z } from "zod";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";

/**
 * An operation whose steps change a folder, for tests of the engine: a real effect that outlives the process. Each
 * step makes a file and undo deletes it; `trace` tells who did what, in order.
 */
const FolderInput = z.object({
  folder: z.string(),
  steps: z.array(
    z.object({
      name: z.string(),
      /** Waits, after the file is made, until `<name>.gate` exists. */
      isGated: z.boolean().default(false),
      /** Fails for good after the file is made. */
      fails: z.boolean().default(false),
      /** Fails for good before it makes its file, and says so. */
      refuses: z.boolean().default(false),
      /** Fails so often in a way that may pass. */
      retries: z.number().default(0),
      undo: z.enum(["works", "fails", "impossible", "nothing"]).default("works"),
      /** Waits, before the file is deleted, until `<name>.undo.gate` exists. */
      isUndoGated: z.boolean().default(false),
    }),
  ),
});
export type FolderInput = z.input<typeof FolderInput>;

const StepInput = FolderInput.shape.steps.element.extend({ folder: z.string() });
type StepInput = z.output<typeof StepInput>;
type FolderStep =
  | PlannedStep<"folder.make", StepInput>
  | PlannedStep<"folder.keep", StepInput>
  | PlannedStep<"folder.look", StepInput>;

const timeoutMs = 60_000;

/** The definition; `who` is written into the trace. */
export function createFolderOperation(who: string): OperationDefinition {
  const trace = (input: StepInput, what: string): Promise<void> =>
    appendFile(path.join(input.folder, "trace"), `${who} ${what} ${input.name}\n`);

  const make = async (input: StepInput, signal: AbortSignal): Promise<void> => {
    await trace(input, "begins");
    if (input.refuses)
      throw new StepFailure("failure.step_unknown", { params: { code: input.name }, changedNothing: true });
    await writeFile(path.join(input.folder, input.name), "");
    if (input.isGated) await passGate(input, `${input.name}.gate`, signal);
    if (existsSync(path.join(input.folder, `${input.name}.break`)) || input.fails) {
      throw new StepFailure("failure.step_unknown", { params: { code: input.name } });
    }
  };
  const execute = async (
    context: { readonly step: { readonly attempt: number } },
    input: StepInput,
    signal: AbortSignal,
  ): Promise<{ kind: "done"; output: { attempt: number } }> => {
    await make(input, signal);
    const failures = countLines(input, "begins");
    if (await failures.then((count) => count <= input.retries)) {
      throw new StepFailure("failure.step_timeout", { params: { seconds: 1 }, retryable: true });
    }
    await trace(input, "ends");
    return { kind: "done", output: { attempt: context.step.attempt } };
  };

  return defineOperation<z.output<typeof FolderInput>, FolderStep>({
    input: FolderInput,
    timeoutMs,
    plan: async (_context, input) => ({
      consequences: [],
      steps: input.steps.map((step, ordinal) => ({
        ordinal,
        code:
          step.undo === "impossible"
            ? "folder.keep"
            : step.undo === "nothing"
              ? "folder.look"
              : "folder.make",
        hostId: null,
        hostName: null,
        title: message("step.waiting"),
        preview: [],
        isReversible: step.undo !== "impossible",
        input: { ...step, folder: input.folder },
      })),
    }),
    executors: {
      "folder.make": defineStep({
        input: StepInput,
        timeoutMs,
        maxAttempts: 5,
        undo: {
          kind: "recorded",
          record: z.object({ existed: z.boolean() }),
          prepare: async (_context, input) => {
            await trace(input, "prepares");
            return { existed: existsSync(path.join(input.folder, input.name)) };
          },
          undo: async (_context, input, record, signal) => {
            await trace(input, "undoes");
            if (input.isUndoGated) await passGate(input, `${input.name}.undo.gate`, signal);
            if (input.undo === "fails")
              throw new StepFailure("failure.step_unknown", { params: { code: "undo" } });
            if (!record.existed) await rm(path.join(input.folder, input.name), { force: true });
          },
        },
        execute: (context, input, signal, record) => {
          if (record === null) throw new TypeError("a step acts without what was found before it");
          return execute(context, input, signal);
        },
      }),
      "folder.keep": defineStep({ input: StepInput, timeoutMs, undo: { kind: "impossible" }, execute }),
      "folder.look": defineStep({ input: StepInput, timeoutMs, undo: { kind: "nothing" }, execute }),
    },
    finish: async (context) => {
      const outputs = await context.listOutputs("folder.make", z.object({ attempt: z.number() }));
      return { attempts: outputs.map((one) => one.output.attempt) };
    },
  });

  async function passGate(input: StepInput, gate: string, signal: AbortSignal): Promise<void> {
    while (!existsSync(path.join(input.folder, gate))) await delay(20, undefined, { signal });
  }

  async function countLines(input: StepInput, what: string): Promise<number> {
    const { readFile } = await import("node:fs/promises");
    const text = await readFile(path.join(input.folder, "trace"), "utf8");
    return text.split("\n").filter((line) => line.endsWith(` ${what} ${input.name}`)).length;
  }
}
