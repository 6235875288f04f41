import { joinMessages, type Message, message, type PlacedLibrary, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import type { LibraryStepInput, RemovedLibrary, VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { isBack, libraryIdOf, openFilesFor, undoAfterMs } from "./operator-files";
import { LibraryInput, RemoveLibrariesInput } from "./plugin-inputs";

const takeAwayLimitMs = 30_000;

type RemoveStep = VipStepBase & { readonly libraries: readonly RemovedLibrary[] };

/**
 * Brings the uploaded library to a host, whose host operator places it in the server's folder of plugins: only where no such file is, and
 * only if `ldd` finds all that it needs there. Taken back, exactly that file is gone, also by the host alone where this console is gone.
 */
export const libraryStep: StepExecutor<LibraryStepInput> = defineStep<LibraryStepInput, object>({
  input: LibraryInput,
  timeoutMs: 120_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      const session = await openFilesFor(context, input, signal, "library");
      const actionId = libraryIdOf(context, input.hostId);
      const found = await session.find(actionId, signal);
      if (found === null ? (await findMade(context, input.hostId)) === null : isBack(found)) return;
      // A host that reports it no more undoes it all the same, or says that it does not know it.
      const undone = await session.undo(actionId, signal);
      if (isBack(undone)) return;
      const params = { host: input.hostName, file: undone.target };
      throw new StepFailure("failure.plugin_library_undo", {
        params: paramsWith(params, { reason: reasonOf(undone) }),
      });
    },
  },
  async execute(context, input, signal) {
    const session = await openFilesFor(context, input, signal, "library");
    const found = await session.find(libraryIdOf(context, input.hostId), signal);
    const isDone = found !== null && !isBack(found);
    return placed(input, isDone ? found : await place(context, session, input, signal));
  },
});

/**
 * Takes away what the VIP brought to its hosts, by the acts that placed it. It never fails: the VIP is gone by then, and a file that
 * stays does nothing. What stays, and why, is in the log.
 */
export const removeLibrariesStep: StepExecutor<RemoveStep> = defineStep<RemoveStep>({
  input: RemoveLibrariesInput,
  timeoutMs: 120_000,
  onCancel: "finishes",
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const gone = await Promise.all(
      input.libraries.map(async (one) => {
        const reason = await takeAway(context, input.clusterId, one, signal);
        if (reason === null) return [one.hostName];
        const params = { file: one.file, host: one.hostName };
        await context.log("warning", message("log.plugin_library_stays", paramsWith(params, { reason })));
        return [];
      }),
    );
    const hosts = gone.flat().join(", ");
    return hosts === ""
      ? { kind: "skipped", detail: message("detail.plugin_library_none") }
      : { kind: "done", detail: message("detail.plugin_library_removed", { hosts }) };
  },
});

/** The act that keeps what this operation placed on a host; nothing where it placed none. */
export async function keepLibrary(
  context: StepContext,
  input: Pick<LibraryStepInput, "clusterId" | "hostId" | "hostName">,
  signal: AbortSignal,
): Promise<Message | null> {
  const made = await findMade(context, input.hostId);
  if (made === null) return null;
  const session = await openFilesFor(context, input, signal, "library");
  const kept = await session.keep(made.actionId, signal);
  if (kept.state === "kept") return message("detail.plugin_file_kept", { file: made.file });
  const params = paramsWith({ host: input.hostName, file: made.file }, { reason: reasonOf(kept) });
  throw new StepFailure("failure.plugin_library_keep", { params });
}

/** What the step placed, for the proof of the VIP. */
export const LibraryOutput: z.ZodType<Omit<PlacedLibrary, "hostId">> = z.object({
  actionId: z.string(),
  file: z.string(),
  sha256: z.string(),
});

/** What this operation placed on a host; null: nothing. */
async function findMade(context: StepContext, hostId: string): Promise<Omit<PlacedLibrary, "hostId"> | null> {
  const outputs = await context.listOutputs("plugin.library", LibraryOutput);
  return outputs.find((one) => one.hostId === hostId)?.output ?? null;
}

async function place(
  context: StepContext,
  session: OperatorSession,
  { hostId, hostName: host, sha256, folder }: LibraryStepInput,
  signal: AbortSignal,
): Promise<HostActionRecord> {
  const content = await context.worker.db.pluginLibraries.readContent(sha256);
  if (content === null) throw new StepFailure("failure.plugin_library_gone", { params: { sha256 } });
  await session.stage(sha256, content, signal);
  const order = { undoAfterMs, actionId: libraryIdOf(context, hostId) };
  const record = await session.act({ kind: "library", folder, sha256 }, order, signal);
  if (record.state === "acted" || record.state === "kept") return record;
  throw new StepFailure("failure.plugin_library", {
    params: paramsWith({ host, folder }, { reason: reasonOf(record) }),
  });
}

function placed({ sha256 }: LibraryStepInput, { target: file, actionId }: HostActionRecord): StepOutcome {
  const detail = message("detail.plugin_library_placed", { file });
  return { kind: "done", detail, output: { actionId, file, sha256 } };
}

/** Why it stays; null where it is gone. */
async function takeAway(
  context: StepContext,
  clusterId: string,
  { hostId, actionId }: RemovedLibrary,
  signal: AbortSignal,
): Promise<Message | null> {
  // One host that hangs keeps neither the others nor the end of the removal waiting.
  const limit = AbortSignal.timeout(takeAwayLimitMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const session = await openFilesFor(context, { clusterId, hostId }, either, "library");
    const undone = await session.undo(actionId, either);
    return isBack(undone) ? null : reasonOf(undone);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return message("operator.silent");
    if (error instanceof AgentFailure || error instanceof StepFailure) return error.explanation;
    throw error;
  }
}

function reasonOf({ reason }: HostActionRecord): Message {
  return reason ?? joinMessages([]);
}
