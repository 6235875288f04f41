import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { isBack, openFilesFor, type PlacingKind } from "./operator-files";

const takeAwayLimitMs = 30_000;

/** What an operation placed on a host, as the step that did it has it. */
export interface PlacedAct {
  readonly actionId: string;
  readonly file: string;
}

interface Place {
  readonly clusterId: string;
  readonly hostId: string;
  readonly hostName: string;
}

const codes = {
  library: "plugin.library",
  capabilities: "plugin.capabilities",
} as const satisfies Record<PlacingKind, string>;

const Output: z.ZodType<PlacedAct> = z.object({ actionId: z.string(), file: z.string() });

/** What this operation placed on a host; null: nothing. */
export async function findPlaced(
  context: StepContext,
  kind: PlacingKind,
  hostId: string,
): Promise<PlacedAct | null> {
  const outputs = await context.listOutputs(codes[kind], Output);
  return outputs.find((one) => one.hostId === hostId)?.output ?? null;
}

/** Has the host keep what this operation placed there; null: it placed nothing. Throws StepFailure, and `AgentFailure`. */
export async function keepPlaced(
  context: StepContext,
  kind: PlacingKind,
  place: Place,
  signal: AbortSignal,
): Promise<Message | null> {
  const made = await findPlaced(context, kind, place.hostId);
  if (made === null) return null;
  const session = await openFilesFor(context, place, signal, kind);
  const kept = await session.keep(made.actionId, signal);
  if (kept.state === "kept") return message("detail.plugin_file_kept", { file: made.file });
  const params = paramsWith({ host: place.hostName, file: made.file }, { reason: reasonOf(kept) });
  throw new StepFailure("failure.plugin_library_keep", { params });
}

/**
 * Takes back what this operation placed on a host, where it did. A host that reports the act no more undoes it all the same, or says that it
 * does not know it. Throws StepFailure `code` where it stays, and `AgentFailure`.
 */
export async function undoPlaced(
  context: StepContext,
  { kind, actionId, code }: { kind: PlacingKind; actionId: string; code: UndoCode },
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const session = await openFilesFor(context, place, signal, kind);
  const found = await session.find(actionId, signal);
  if (found === null ? (await findPlaced(context, kind, place.hostId)) === null : isBack(found)) return;
  const undone = await session.undo(actionId, signal);
  if (isBack(undone)) return;
  const params = { host: place.hostName, file: undone.target };
  throw new StepFailure(code, { params: paramsWith(params, { reason: reasonOf(undone) }) });
}

type UndoCode = "failure.plugin_library_undo" | "failure.plugin_capabilities_undo";

/**
 * Takes away what earlier operations placed; returns the names of the hosts where it is gone. It never fails: what stays, and why, is in
 * the log.
 */
export async function takeAwayAll(
  context: StepContext,
  kind: PlacingKind,
  { clusterId, placed }: { readonly clusterId: string; readonly placed: readonly (PlacedAct & Named)[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const gone = await Promise.all(
    placed.map(async (one) => {
      const reason = await takeAway(context, kind, { ...one, clusterId }, signal);
      if (reason === null) return [one.hostName];
      const params = { file: one.file, host: one.hostName };
      await context.log("warning", message("log.plugin_library_stays", paramsWith(params, { reason })));
      return [];
    }),
  );
  return gone.flat();
}

type Named = Pick<Place, "hostId" | "hostName">;

/** Why an act is as it is. */
export function reasonOf({ reason }: HostActionRecord): Message {
  return reason ?? joinMessages([]);
}

/** Why it stays; null where it is gone. */
async function takeAway(
  context: StepContext,
  kind: PlacingKind,
  { actionId, ...place }: PlacedAct & Place,
  signal: AbortSignal,
): Promise<Message | null> {
  // One host that hangs keeps neither the others nor the end of the removal waiting.
  const limit = AbortSignal.timeout(takeAwayLimitMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const session = await openFilesFor(context, place, either, kind);
    const undone = await session.undo(actionId, either);
    return isBack(undone) ? null : reasonOf(undone);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return message("operator.silent");
    if (error instanceof AgentFailure || error instanceof StepFailure) return error.explanation;
    throw error;
  }
}
