/** The exit code of what could not be done. */
export const exitFailed = 1;

/** What `act` returns; of a failure that it tells an operator of, the message on stderr and the code of a failure. Throws others. */
export async function tellFailure(act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    // By name: to know their classes would load what most commands do not need.
    if (error instanceof Error && ["ControlError", "StoreError", "AddressHelperError"].includes(error.name)) {
      process.stderr.write(`${error.message}\n`);
      return exitFailed;
    }
    throw error;
  }
}

/** Ends this process with the code that `running` resolves to, or with its failure. */
export function endWith(running: Promise<number>): void {
  running.then(
    (code) => {
      process.exitCode = code;
      // What the agent no longer needs must not keep the process, whose supervisor waits for it.
      setTimeout(() => process.exit(code), 500).unref();
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(exitFailed);
    },
  );
}
