/**
 * A signal that fires once when this process is asked to stop: by SIGINT, SIGTERM or SIGHUP, because the process that
 * started it is gone (where it gave a channel), or because nobody reads its output any more. To be called first.
 */
export function whenAskedToStop(): AbortSignal {
  const asked = new AbortController();
  const ask = (reason: string) => () => asked.abort(new Error(`stopped by ${reason}`));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask(signal));
  for (const output of [process.stdout, process.stderr]) output.on("error", ask("the end of its output"));
  if (process.send === undefined) return asked.signal;
  process.once("disconnect", ask("the end of its starter"));
  process.channel?.unref();
  if (!process.connected) ask("the end of its starter")();
  return asked.signal;
}

/** Resolves when the signal fires, at once where it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
