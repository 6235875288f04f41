import { isFinished, type Operation } from "@primacy/contract";
import type { WebContext } from "../../../server/context";
import { createWake } from "../../../server/stream/wake";

/** A change that was not notified is seen after this long all the same. */
const lookAgainMs = 5_000;

/**
 * The operation once it is finished, or as it is after `waitSeconds`, or when the asker has gone or the process stops.
 * Null when there is none.
 */
export async function waitForOperation(
  { database, changes }: WebContext,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<Operation | null> {
  const deadlineMs = performance.now() + waitSeconds * 1_000;
  const wake = createWake();
  const stop = changes.subscribe({
    onChange: (change) => {
      if (change.kind === "operation" && change.operationId === id) wake.ring();
    },
    onGap: () => wake.ring(),
  });
  // Removed by hand: a signal made of a long-lived one would be kept as long as that.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const one of [signal, changes.ended]) {
    one.addEventListener("abort", end);
    if (one.aborted) end();
  }
  const ended = ending.signal;
  try {
    for (;;) {
      const operation = await database.operations.find(id);
      const leftMs = deadlineMs - performance.now();
      if (operation === null || isFinished(operation.state) || leftMs <= 0 || ended.aborted) return operation;
      await wake.wait(Math.min(leftMs, lookAgainMs), ended);
    }
  } finally {
    for (const one of [signal, changes.ended]) one.removeEventListener("abort", end);
    stop();
  }
}
