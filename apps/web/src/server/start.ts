import { getContext } from "./context";
import { findDatabaseFailure } from "./database-failure";

/**
 * Makes the process's context. A database that does not answer yet is waited for by whoever needs it; a master key
 * that does not belong to the database stops the start. Throws `EnvironmentError` or `MasterKeyError`.
 */
export async function startServerSide(): Promise<void> {
  const { database, log } = await getContext();
  try {
    await database.check();
  } catch (err) {
    if (findDatabaseFailure(err) === null) throw err;
    log.warn({ err }, "the database does not answer yet");
  }
}

/** Logs the failure of a page with its cause. */
export async function reportPageError(
  err: unknown,
  request: { method: string; path: string },
): Promise<void> {
  const { log } = await getContext();
  log.error({ err, ...request }, "a page failed");
}
