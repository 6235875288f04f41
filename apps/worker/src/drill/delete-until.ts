import { type Message, message } from "@primacy/contract";
import { probeEndMs, probeUnaskedMs } from "@primacy/contract/agent";
import { MysqlFailure } from "../mysql/mysql-failure";
import { poll } from "../operation/poll";

/** Clients that nobody ends have ended by themselves within this, and the last deletion has had time to find a primary. */
export const deleteLimitMs = probeUnaskedMs + probeEndMs + 30_000;

/**
 * Deletes the clients' rows again and again until that was done once none can write any more, which is so after `quietMs` of the clock of this
 * process. `remove` says whether there was a primary that deleted them. Returns null, or why some may be left after `limitMs`.
 */
export async function deleteUntil(
  remove: () => Promise<boolean>,
  quietMs: number,
  signal: AbortSignal,
  limitMs = deleteLimitMs,
): Promise<Message | null> {
  const noPrimary = message("why.drill_no_primary");
  let reason: Message = noPrimary;
  const isGone = await poll({ everyMs: 1_000, limitMs, signal }, async () => {
    const isQuiet = performance.now() >= quietMs;
    try {
      const isDeleted = await remove();
      if (!isDeleted) reason = noPrimary;
      return isDeleted && isQuiet ? true : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      reason = error.explanation;
      return null;
    }
  });
  return isGone === null ? reason : null;
}
