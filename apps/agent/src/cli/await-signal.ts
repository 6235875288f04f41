/** Resolves when the process is told to end. The end of a terminal is no reason to let go of an address. */
export function awaitSignal(): Promise<void> {
  process.on("SIGHUP", () => undefined);
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => resolve());
    }
  });
}
