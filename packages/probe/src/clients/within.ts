/** Does work that heeds its signal, which fires with `ATTEMPT_TIMEOUT` after the limit. Throws that, or what the work throws. */
export async function within<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error("ATTEMPT_TIMEOUT")), limitMs);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** What somebody promises who heeds no signal, or the signal's reason. */
export function unlessAborted<T>(promised: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    promised.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
