import type { RepositoryContext } from "../connection/context";
import { lockUntilCommit } from "../connection/lock";
import { toNameKey } from "../connection/name-key";
import { Prisma } from "../generated/client";
import { toNetwork } from "./network";
import { type FailureCount, planWait, THROTTLE_WINDOW_MS } from "./throttle";

/** Whether a password may be tried now. */
export type SignInAdmission =
  | { readonly kind: "admitted"; readonly attemptId: string }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

/**
 * Throttles sign-in: long by the network that failures come from, for a few seconds only by the name alone. A name that
 * was signed in from a network not long ago does not wait there for what others try elsewhere.
 */
export interface SignInRepository {
  /**
   * Asks to try a password. An admitted attempt counts as failed until `succeed`, so that attempts made
   * at once do not escape the count. Commit it before the password is looked at.
   */
  begin(name: string, address: string): Promise<SignInAdmission>;
  /** The password was right: the failures of this name before it are forgiven, at its network and as a whole. */
  succeed(attemptId: string): Promise<void>;
  /** Forgets the attempts of a name, wherever they came from: it may be tried at once. */
  forget(name: string): Promise<void>;
}

interface CountRow {
  readonly failures: number;
  readonly sinceLastMs: number;
}

/** Writes within a transaction. */
export function createSignInRepository({ connection }: RepositoryContext): SignInRepository {
  const windowSeconds = THROTTLE_WINDOW_MS / 1_000;

  async function count(where: Prisma.Sql, success: Prisma.Sql | null): Promise<FailureCount> {
    const since =
      success === null
        ? Prisma.empty
        : Prisma.sql`AND id > coalesce((SELECT max(id) FROM sign_in_attempt WHERE ${success} AND is_succeeded), 0)`;
    const rows = await connection.$queryRaw<CountRow[]>`
      SELECT count(*)::int AS failures,
             coalesce(extract(epoch FROM now() - max(created_at)) * 1000, 0)::float8 AS "sinceLastMs"
      FROM sign_in_attempt
      WHERE ${where} AND NOT is_succeeded
        AND created_at > now() - make_interval(secs => ${windowSeconds}::float8) ${since}`;
    return rows[0] ?? { failures: 0, sinceLastMs: 0 };
  }

  async function planNextWait(nameKey: string, network: string): Promise<number> {
    const byName = Prisma.sql`name_key = ${nameKey}`;
    const byNetwork = Prisma.sql`address = ${network}`;
    const byBoth = Prisma.sql`${byName} AND ${byNetwork}`;
    const known = await connection.signInAttempt.findFirst({
      where: { nameKey, address: network, isSucceeded: true },
      select: { id: true },
    });
    return Math.max(
      planWait("name_at_network", await count(byBoth, byBoth)),
      planWait("network", await count(byNetwork, null)),
      known === null ? planWait("name", await count(byName, byName)) : 0,
    );
  }

  return {
    async begin(name, address) {
      const nameKey = toNameKey(name);
      const network = toNetwork(address);
      for (const lock of [`sign-in address ${network}`, `sign-in name ${nameKey}`].sort()) {
        await lockUntilCommit(connection, lock);
      }
      const waitMs = await planNextWait(nameKey, network);
      if (waitMs > 0) return { kind: "throttled", retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      const rows = await connection.$queryRaw<{ id: bigint }[]>`
        INSERT INTO sign_in_attempt (name_key, address) VALUES (${nameKey}, ${network}) RETURNING id`;
      return { kind: "admitted", attemptId: String(rows[0]?.id) };
    },
    async succeed(attemptId) {
      await connection.signInAttempt.update({
        where: { id: BigInt(attemptId) },
        data: { isSucceeded: true },
      });
    },
    async forget(name) {
      await connection.signInAttempt.deleteMany({ where: { nameKey: toNameKey(name), isSucceeded: false } });
    },
  };
}
