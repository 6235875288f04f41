import { availableParallelism } from "node:os";
import { type Message, message, messageWith } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import {
  ActFailure,
  type ActingHost,
  busyProgram,
  busyStartMs,
  busyTools,
  keepBusy,
  killEach,
  waitFor,
} from "@primacy/host-acts";
import { findCommand } from "../../../command/run-command";
import { ToldError, tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { findMarked } from "../marked-processes";
import { seeBusy } from "./busy-evidence";
import { type FaultKind, type FaultOrder, noteFault } from "./fault-kind";

const killLimitMs = 10_000;

/**
 * Keeps the processors of this host busy with processes that do nothing else, so many for each. Each looks at the clock itself and ends at the
 * deadline, also where no host operator lives. Done is that the kernel shows each of them as running all the time; undone, that none is left.
 */
export class BusyProcessors implements FaultKind<"busy_processors"> {
  readonly #host: ActingHost;

  constructor(host: ActingHost) {
    this.#host = host;
  }

  async prepare(): Promise<FaultUndo> {
    for (const tool of busyTools)
      if (findCommand(tool) === null) throw new OperatorRefusal(message("operator.tool_missing", { tool }));
    return noteFault(null);
  }

  async perform({
    actionId,
    undoAtMs,
    fault: { perProcessor },
  }: FaultOrder<"busy_processors">): Promise<FaultEvidence> {
    const processors = availableParallelism();
    const count = countFor(perProcessor);
    const actedMs = monotonicMs();
    const leftMs = undoAtMs - actedMs;
    if (leftMs <= 0) throw new ToldError(message("operator.fault_late"));
    const seconds = Math.ceil(leftMs / 1_000);
    await keepBusy(this.#host, count, { seconds, mark: `PRIMACY_ACTION=${actionId}` }).catch(
      (error: unknown) => {
        if (!(error instanceof ActFailure)) throw error;
        throw new ToldError(message("operator.fault_starved", { count, limitMs: busyStartMs }));
      },
    );
    const { percent, measuredMs } = await seeBusy(await findMarked(actionId, null), { count, processors });
    return {
      actedMs,
      seenMs: monotonicMs(),
      seen: [
        message("operator.seen_busy", { count, processors, leftMs: seconds * 1_000 }),
        message("operator.seen_used", { percent, waitMs: measuredMs }),
      ],
    };
  }

  async findLapse({
    actionId,
    fault: { perProcessor },
  }: FaultOrder<"busy_processors">): Promise<Message | null> {
    const [runs, count] = [(await findMarked(actionId, null)).length, countFor(perProcessor)];
    return runs < count ? message("operator.fault_not_busy", { count, runs }) : null;
  }

  async undo({ actionId }: FaultOrder<"busy_processors">): Promise<void> {
    try {
      // The shell that starts them may be at it still: it is one of them, and who comes late is found the next time.
      const end = async (): Promise<true | undefined> => {
        const left = await findMarked(actionId, null);
        killEach(
          this.#host,
          left.map((pid) => ({ pid })),
        );
        return left.length === 0 ? true : undefined;
      };
      await waitFor("the busy processes to be gone", end, {
        timeoutMs: killLimitMs,
        intervalMs: 20,
      }).catch(() => {
        throw new ToldError(message("operator.fault_busy_left", { limitMs: killLimitMs }));
      });
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand(): readonly string[] {
    return [`pkill -KILL -x ${busyProgram}`];
  }
}

function countFor(perProcessor: number): number {
  return availableParallelism() * perProcessor;
}
