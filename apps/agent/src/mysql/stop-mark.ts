import { monotonicMs } from "../vip/address/types";
import { readFlag } from "./json-row";
import { stopMarkStatements, stoppingStatement } from "./read-role";
import { MysqlError, MysqlSession, type MysqlSettings, type SqlRow } from "./session";

/**
 * Sessions that know by the server's own log whether it was told to stop since they began. Where the log cannot be asked,
 * by want of a right or of the table, or not any more, they do without, and everything else of them is as it is.
 */
export class StopMark {
  #isReadable = true;

  /** Tries the log again: another server, or another account. */
  reset(): void {
    this.#isReadable = true;
  }

  /** Signs in and marks the stops that the log has already, as `MysqlSession.open` does the rest. Throws MysqlError. */
  async open(
    settings: MysqlSettings,
    { timeoutMs, setup }: { readonly timeoutMs: number; readonly setup: readonly string[] },
  ): Promise<MysqlSession> {
    const endMs = monotonicMs() + timeoutMs;
    let isRefused = false;
    if (this.#isReadable) {
      try {
        return await MysqlSession.open(settings, { timeoutMs, setup: [...setup, ...stopMarkStatements] });
      } catch (error) {
        if (!isAnswer(error)) {
          throw error;
        }
        isRefused = isDenied(error);
      }
    }
    // Whatever was refused: where it was the setup itself it is refused again.
    const session = await MysqlSession.open(settings, {
      timeoutMs: Math.max(1, endMs - monotonicMs()),
      setup,
    });
    // Without its mark a session takes no stop for one: the next one marks again.
    this.#isReadable &&= !isRefused;
    return session;
  }

  /** The first row of a statement that asks the log too, or of the plain one where the log cannot be asked. Throws MysqlError. */
  async query(session: MysqlSession, withLog: string, plain: string): Promise<SqlRow | undefined> {
    if (this.#isReadable) {
      try {
        return (await session.query(withLog))[0];
      } catch (error) {
        if (!isAnswer(error) || !session.isAlive) {
          throw error;
        }
        this.#isReadable = !isDenied(error);
      }
    }
    return (await session.query(plain))[0];
  }

  /** Whether the server was told to stop since the session began; false where that cannot be known. Throws MysqlError. */
  async isStopping(session: MysqlSession): Promise<boolean> {
    const row = await this.query(session, stoppingStatement, "SELECT 0");
    return readFlag(row?.[0]) === true;
  }
}

/** The log cannot be asked: the account may not, or the server has none of the kind. */
function isDenied({ code }: MysqlError): boolean {
  return /DENIED|NO_SUCH_TABLE|UNKNOWN_TABLE|BAD_FIELD/.test(code);
}

/** The server refused the statement, and goes on to serve the session. */
function isAnswer(error: unknown): error is MysqlError {
  return error instanceof MysqlError && !error.isGone;
}
