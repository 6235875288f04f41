/** Lets one waiter sleep until something happens. What happens while nobody waits is not lost. */
export interface Wake {
  /** Wakes the waiter, now or at its next wait. */
  ring(): void;
  /** Resolves `rung`, or `timeout` after `timeoutMs`, or `aborted` with the signal. Never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<"rung" | "timeout" | "aborted">;
}

/** Makes a wake for one waiter. */
export function createWake(): Wake {
  let isRung = false;
  let resolveWait: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      resolveWait?.();
    },
    wait: (timeoutMs, signal) =>
      new Promise((resolve) => {
        const settle = (outcome: "rung" | "timeout" | "aborted"): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", onAbort);
          resolveWait = null;
          if (outcome === "rung") isRung = false;
          resolve(outcome);
        };
        const onAbort = (): void => settle("aborted");
        const timer = setTimeout(() => settle("timeout"), timeoutMs);
        if (signal.aborted) return settle("aborted");
        if (isRung) return settle("rung");
        signal.addEventListener("abort", onAbort, { once: true });
        resolveWait = () => settle("rung");
      }),
  };
}
