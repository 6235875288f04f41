import { setTimeout as delay } from "node:timers/promises";
import { StepFailure } from "./failure";

const graceMs = 5_000;

/**
 * Runs `work` under a limit: at the timeout, or when one of `signals` aborts, its signal aborts, and it has 5 s to end
 * by itself. Throws the reason of the abort then, whatever `work` made of it; else what `work` throws.
 */
export async function runBounded<T>(
  timeoutMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(
    () =>
      limit.abort(
        new StepFailure("failure.step_timeout", { params: { seconds: timeoutMs / 1000 }, retryable: true }),
      ),
    timeoutMs,
  );
  const signal = AbortSignal.any([...signals, limit.signal]);
  const settled = new AbortController();
  try {
    signal.throwIfAborted();
    const running = work(signal);
    return await Promise.race([running, overdue(signal, settled.signal)]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

/** Rejects when work has not ended a while after it was told to. */
async function overdue(signal: AbortSignal, settled: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
    settled.addEventListener("abort", () => resolve(), { once: true });
  });
  await delay(graceMs, undefined, { signal: settled }).catch(() => undefined);
  throw signal.reason ?? new Error("settled");
}
