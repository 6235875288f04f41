import {
  isRefusal,
  joinMessages,
  type Message,
  message,
  messageWith,
  OptionFileEdit,
  paramsWith,
} from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { fromByteText, redoEdit, toByteText } from "@primacy/core/option-file";
import type { PluginStepInput } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { findApplied } from "./find-applied";
import { judgeKeeping } from "./judge-keeping";
import { observePluginMember } from "./observe-plugin";
import { editIdOf, isBack, openFilesFor, undoAfterMs } from "./operator-files";
import { keepPlaced, reasonOf } from "./placed-acts";
import { FileInput, PluginInput } from "./plugin-inputs";

const EditOutput = z.object({ edit: OptionFileEdit });

type FileStep = PluginStepInput & { readonly edit: OptionFileEdit | null };

/**
 * Edits a member's option file by its host operator, whose journal has the undo before it acts: taken back, the file is what it was to
 * the byte, also by the host alone where this console is gone.
 */
export const fileStep: StepExecutor<FileStep> = defineStep<FileStep, object>({
  input: FileInput,
  timeoutMs: 60_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      const session = await openFilesFor(context, input, signal);
      const record = await session.find(editIdOf(context, input.hostId), signal);
      if (record === null) {
        const made = await findMadeEdit(context, input.hostId);
        if (made === null) return;
        const reason = message("problem.plugin_edit_unknown");
        throw failFile("failure.plugin_file_undo", input, fromByteText(made.file), reason);
      }
      if (isBack(record)) return;
      const undone = await session.undo(record.actionId, signal);
      if (!isBack(undone)) throw failFile("failure.plugin_file_undo", input, record.target, reasonOf(undone));
    },
  },
  async execute(context, input, signal) {
    const session = await openFilesFor(context, input, signal);
    const done = await session.find(editIdOf(context, input.hostId), signal);
    const isDone = done !== null && !isBack(done);
    // Planned by an attempt before this one, whose plan is gone with it.
    if (isDone && input.edit === null) return edited(done.target);
    const edit = input.edit ?? (await planNow(context, input, signal));
    if ("code" in edit) return { kind: "skipped", detail: edit };
    if (!isDone) await makeEdit(context, session, input, edit, signal);
    return { ...edited(fromByteText(edit.file)), output: { edit } };
  },
});

/** Until then the host operator would take edit, library and drop-in back at its deadline. */
export const keepStep: StepExecutor<PluginStepInput> = defineStep<PluginStepInput>({
  input: PluginInput,
  timeoutMs: 30_000,
  maxAttempts: 3,
  // What is kept is taken back by the step that edited or placed it.
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const library = await keepPlaced(context, "library", input, signal);
    const dropIn = await keepPlaced(context, "capabilities", input, signal);
    const placed = [library, dropIn].filter((one) => one !== null);
    const session = await openFilesFor(context, input, signal);
    const record = await session.find(editIdOf(context, input.hostId), signal);
    const made = await findMadeEdit(context, input.hostId);
    const next = judgeKeeping(record, made !== null);
    if (next === "nothing")
      return placed.length === 0
        ? { kind: "skipped", detail: message("detail.plugin_file_unchanged") }
        : { kind: "done", detail: joinMessages(placed) };
    if (record === null || next === "lost") throw failKeeping(input, record, made);
    const kept = next === "keep" ? await session.keep(record.actionId, signal) : record;
    if (kept.state !== "kept") throw failKeeping(input, kept, made);
    const file = message("detail.plugin_file_kept", { file: kept.target });
    return { kind: "done", detail: joinMessages([...placed, file]) };
  },
});

/** What this operation edited on a host, as the step that did it has it. */
async function findMadeEdit(context: StepContext, hostId: string): Promise<OptionFileEdit | null> {
  const outputs = await context.listOutputs("plugin.file", EditOutput);
  return outputs.find((one) => one.hostId === hostId)?.output.edit ?? null;
}

function failKeeping(
  { hostName: host }: PluginStepInput,
  record: HostActionRecord | null,
  made: OptionFileEdit | null,
): StepFailure {
  const file = record?.target ?? (made === null ? "-" : fromByteText(made.file));
  const reason = record === null ? message("problem.plugin_edit_unknown") : reasonOf(record);
  return new StepFailure("failure.plugin_file_keep", { params: paramsWith({ host, file }, { reason }) });
}

async function makeEdit(
  context: StepContext,
  session: OperatorSession,
  input: FileStep,
  edit: OptionFileEdit,
  signal: AbortSignal,
): Promise<void> {
  const path = fromByteText(edit.file);
  const now = await session.readFile(path, signal);
  const text = now === null ? null : redoEdit(edit, toByteText(now.text));
  if (now === null || text === null || isRefusal(text)) {
    const reasons =
      text === null || !isRefusal(text)
        ? [message("problem.option_file_missing", { file: path })]
        : text.errors.map((error) => error.message);
    throw failFile("failure.plugin_file", input, path, joinMessages(reasons));
  }
  const action = { kind: "file", path, expects: now.sha256, text: fromByteText(text) } as const;
  const actionId = editIdOf(context, input.hostId);
  const record = await session.act(action, { undoAfterMs, actionId }, signal);
  if (record.state !== "acted" && record.state !== "kept")
    throw failFile("failure.plugin_file", input, path, reasonOf(record));
}

/** The removal from a file that was not looked at when the plan was made; a message where nothing is edited. */
async function planNow(
  context: StepContext,
  input: FileStep,
  signal: AbortSignal,
): Promise<OptionFileEdit | Message> {
  const loaded = await loadCluster(context.worker.db, input.clusterId);
  const vip = loaded.vips.find(({ id }) => id === input.vipId);
  if (vip === undefined) return message("detail.plugin_file_unchanged");
  const { edits: applied } = await findApplied(context.worker, vip);
  const goal = { kind: "remove", vip, applied } as const;
  const seen = await observePluginMember(context.worker, loaded, input.memberId, goal, signal);
  switch (seen?.file.kind) {
    case "planned":
      return OptionFileEdit.parse(seen.file.edit);
    case undefined:
    case "unchanged":
      return message("detail.plugin_file_unchanged");
    case "refused": {
      const stays = messageWith("detail.plugin_file_stays", {}, { reason: joinMessages(seen.file.reasons) });
      await context.log("warning", stays);
      return stays;
    }
    case "unseen": {
      const params = paramsWith({ host: input.hostName }, { reason: seen.file.reason });
      throw new StepFailure("failure.plugin_files_unseen", { params, retryable: true });
    }
  }
}

function edited(file: string): StepOutcome {
  return { kind: "done", detail: message("detail.plugin_file_edited", { file }) };
}

function failFile(
  code: "failure.plugin_file" | "failure.plugin_file_undo",
  { hostName: host }: PluginStepInput,
  file: string,
  reason: Message,
): StepFailure {
  return new StepFailure(code, { params: paramsWith({ host, file }, { reason }) });
}
