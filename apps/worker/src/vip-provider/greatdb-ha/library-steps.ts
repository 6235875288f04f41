import { message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import type { LibraryStepInput, RemovedLibrary, VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { isBack, libraryIdOf, openFilesFor, undoAfterMs } from "./operator-files";
import { reasonOf, takeAwayAll, undoPlaced } from "./placed-acts";
import { LibraryInput, RemoveLibrariesInput } from "./plugin-inputs";

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
    undo: (context, input, _record, signal) => {
      const actionId = libraryIdOf(context, input.hostId);
      const act = { kind: "library", actionId, code: "failure.plugin_library_undo" } as const;
      return undoPlaced(context, act, input, signal);
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
  async execute(context, { clusterId, libraries }, signal) {
    const gone = await takeAwayAll(context, "library", { clusterId, placed: libraries }, signal);
    return gone.length === 0
      ? { kind: "skipped", detail: message("detail.plugin_library_none") }
      : { kind: "done", detail: message("detail.plugin_library_removed", { hosts: gone.join(", ") }) };
  },
});

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
