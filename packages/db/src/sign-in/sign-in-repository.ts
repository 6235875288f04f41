import type { RepositoryContext } from "../connection/context";
import { lockUntilCommit } from "../connection/lock";
import { toNameKey } from "../connection/name-key";
import { type FailureCount, planWait, THROTTLE_WINDOW_MS } from "./throttle";

/** Whether a password may be tried now. */
export type SignInAdmission =
  | { readonly kind: "admitted"; readonly attemptId: string }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

/** Throttles sign-in by name and by address. */
export interface SignInRepository {
  /**
   * Asks to try a password. An admitted attempt counts as failed until `succeed`, so that attempts made
   * at once do not escape the count. Commit it before the password is looked at.
   */
  begin(name: string, address: string): Promise<SignInAdmission>;
  /** The password was right: the failures of this name before it are forgiven. */
  succeed(attemptId: string): Promise<void>;
}

interface CountRow {
  readonly failures: number;
  readonly sinceLastMs: number;
}

/** Writes within a transaction. */
export function createSignInRepository({ connection }: RepositoryContext): SignInRepository {
  const windowSeconds = THROTTLE_WINDOW_MS / 1_000;

  async function countByName(nameKey: string): Promise<FailureCount> {
    const rows = await connection.$queryRaw<CountRow[]>`
      SELECT count(*)::int AS failures,
             coalesce(extract(epoch FROM now() - max(created_at)) * 1000, 0)::float8 AS "sinceLastMs"
      FROM sign_in_attempt
      WHERE name_key = ${nameKey} AND NOT is_succeeded
        AND created_at > now() - make_interval(secs => ${windowSeconds}::float8)
        AND id > coalesce((SELECT max(id) FROM sign_in_attempt WHERE name_key = ${nameKey} AND is_succeeded), 0)`;
    return rows[0] ?? { failures: 0, sinceLastMs: 0 };
  }

  async function countByAddress(address: string): Promise<FailureCount> {
    const rows = await connection.$queryRaw<CountRow[]>`
      SELECT count(*)::int AS failures,
             coalesce(extract(epoch FROM now() - max(created_at)) * 1000, 0)::float8 AS "sinceLastMs"
      FROM sign_in_attempt
      WHERE address = ${address} AND NOT is_succeeded
        AND created_at > now() - make_interval(secs => ${windowSeconds}::float8)`;
    return rows[0] ?? { failures: 0, sinceLastMs: 0 };
  }

  return {
    async begin(name, address) {
      const nameKey = toNameKey(name);
      for (const lock of [`sign-in address ${address}`, `sign-in name ${nameKey}`].sort()) {
        await lockUntilCommit(connection, lock);
      }
      const waitMs = Math.max(
        planWait("name", await countByName(nameKey)),
        planWait("address", await countByAddress(address)),
      );
      if (waitMs > 0) return { kind: "throttled", retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      const rows = await connection.$queryRaw<{ id: bigint }[]>`
        INSERT INTO sign_in_attempt (name_key, address) VALUES (${nameKey}, ${address}) RETURNING id`;
      return { kind: "admitted", attemptId: String(rows[0]?.id) };
    },
    async succeed(attemptId) {
      await connection.signInAttempt.update({
        where: { id: BigInt(attemptId) },
        data: { isSucceeded: true },
      });
    },
  };
}
