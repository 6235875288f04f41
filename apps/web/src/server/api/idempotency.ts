import { problemDetail, type Refusal, refuse } from "@primacy/contract";
import { type Database, systemActor } from "@primacy/db";

/** How long an answer is kept, and after which time a request without an answer counts as dead. */
const ttlSeconds = 86_400;
const lockSeconds = 60;
const system = systemActor("web");

/** An answer as it is stored and repeated. */
export interface StoredAnswer {
  readonly kind: "stored";
  readonly status: number;
  readonly body: unknown;
}

/** A request under an `Idempotency-Key`: whose, which, and what exactly. */
export interface KeyedRequest {
  readonly actorId: string;
  readonly key: string;
  readonly requestText: string;
}

/** Reads the key of a request; null where it has none, a refusal where it is not a usable one. */
export function parseKeyedRequest(
  request: Request,
  actorId: string,
  bodyText: string,
): KeyedRequest | Refusal | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) {
    return refuse("validation_failed", [problemDetail("", "idempotency_key_invalid")]);
  }
  const { pathname, search } = new URL(request.url);
  return { actorId, key, requestText: JSON.stringify([request.method, pathname, search, bodyText]) };
}

/**
 * Runs `work` once for a key. A repetition gets the first answer; only answers of success are kept, because a refused
 * or failed request changed nothing and may be made again.
 */
export async function runOnce<T extends { readonly kind: string }>(
  database: Database,
  request: KeyedRequest,
  work: () => Promise<T>,
  toStored: (outcome: T) => StoredAnswer | null,
): Promise<T | StoredAnswer | Refusal> {
  const decision = await database.transact(system, (unit) =>
    unit.idempotency.begin({ ...request, ttlSeconds, lockSeconds }),
  );
  if (decision.kind === "refusal") return decision;
  if (decision.kind === "replay") return { kind: "stored", status: decision.status, body: decision.body };
  const { actorId, key } = request;
  const abandon = (): Promise<void> =>
    database.transact(system, (unit) => unit.idempotency.abandon(actorId, key)).catch(() => undefined);
  let outcome: T;
  try {
    outcome = await work();
  } catch (error) {
    await abandon();
    throw error;
  }
  const stored = toStored(outcome);
  if (stored === null) await abandon();
  else {
    // The work is done, so its answer is given even where it cannot be kept.
    await database
      .transact(system, (unit) => unit.idempotency.complete(actorId, key, stored.status, stored.body))
      .catch(() => undefined);
  }
  return outcome;
}
