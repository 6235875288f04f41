import { type Refusal, refuse } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toNullableJson } from "../connection/json";

/** A request that carries an Idempotency-Key. */
export interface IdempotentRequest {
  /** Whose key it is: keys of different actors never meet. */
  readonly actorId: string;
  readonly key: string;
  /** Method, path and body: the same key must mean the same request. May hold passwords; only its HMAC is stored. */
  readonly requestText: string;
  /** How long the answer is kept. */
  readonly ttlSeconds: number;
  /** After this, a request without an answer counts as dead and may be made again. */
  readonly lockSeconds: number;
}

/** `new`: make the request, then `complete` it. `replay`: it was made; this was its answer. */
export type IdempotencyDecision =
  | { readonly kind: "new" }
  | { readonly kind: "replay"; readonly status: number; readonly body: unknown };

/** Makes repeated requests happen once. */
export interface IdempotencyRepository {
  /**
   * Asks whether to make a request. Within the transaction that makes it, a concurrent repetition waits
   * for the commit and gets the answer. Refused with `idempotency_key_reused` for another request under
   * the same key, `idempotency_in_progress` while the first is running elsewhere.
   */
  begin(request: IdempotentRequest): Promise<IdempotencyDecision | Refusal>;
  /**
   * Stores the answer of a request that `begin` found new: within the transaction that makes it, so that a process that
   * dies leaves both or neither. False when the key was answered or given up meanwhile, because the request took longer
   * than `lockSeconds`; then another one was made in its place, and this transaction must not commit.
   */
  complete(actorId: string, key: string, status: number, body: unknown): Promise<boolean>;
  /**
   * Forgets a request that was not made after all, such as a refused one; it may be made again. Waits for a transaction
   * that is about to complete it, and leaves its answer.
   */
  abandon(actorId: string, key: string): Promise<void>;
}

/** Writes within a transaction. */
export function createIdempotencyRepository({
  connection,
  cipher,
}: RepositoryContext): IdempotencyRepository {
  return {
    async begin({ actorId, key, requestText, ttlSeconds, lockSeconds }) {
      const requestHash = cipher.fingerprint(requestText);
      const now = Date.now();
      const expiresAt = new Date(now + ttlSeconds * 1_000);
      const lockedUntil = new Date(now + lockSeconds * 1_000);
      await connection.idempotencyKey.deleteMany({
        where: { actorId, key, expiresAt: { lt: new Date(now) } },
      });
      const data = { actorId, key, requestHash, expiresAt, lockedUntil };
      const { count } = await connection.idempotencyKey.createMany({ data: [data], skipDuplicates: true });
      if (count > 0) return { kind: "new" };
      const where = { actorId_key: { actorId, key } };
      const row = await connection.idempotencyKey.findUnique({ where });
      if (row && row.requestHash !== requestHash) return refuse("idempotency_key_reused");
      if (row?.responseStatus != null) {
        return { kind: "replay", status: row.responseStatus, body: row.responseBody };
      }
      const taken = await connection.idempotencyKey.updateMany({
        where: { actorId, key, responseStatus: null, lockedUntil: { lt: new Date(now) } },
        data: { lockedUntil, expiresAt },
      });
      return taken.count > 0 ? { kind: "new" } : refuse("idempotency_in_progress");
    },
    async complete(actorId, key, status, body) {
      const { count } = await connection.idempotencyKey.updateMany({
        where: { actorId, key, responseStatus: null },
        data: { responseStatus: status, responseBody: toNullableJson(body) },
      });
      return count > 0;
    },
    async abandon(actorId, key) {
      await connection.idempotencyKey.deleteMany({ where: { actorId, key, responseStatus: null } });
    },
  };
}
