import { isRefusal, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { type Database, systemActor } from "@primacy/db";
import { findDatabaseFailure } from "../database-failure";
import type { KeepAnswer } from "./call";
import type { RouteOutcome } from "./route";

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
 * Runs `work` once for a key, whose answer of success has the status `status`. A repetition gets the first answer; only
 * answers of success are kept, because a refused or failed request changed nothing and may be made again. `work` keeps
 * its answer in the transaction that does what it tells of: then no death of this process and no loss of the database
 * lets the key run twice. An answer that it did not keep is kept after it, which has that gap.
 */
export async function runOnce(
  database: Database,
  request: KeyedRequest,
  status: number,
  work: (keep: KeepAnswer) => Promise<RouteOutcome>,
): Promise<RouteOutcome | StoredAnswer> {
  const { actorId, key } = request;
  const decision = await database.transact(system, (unit) =>
    unit.idempotency.begin({ ...request, ttlSeconds, lockSeconds }),
  );
  if (isRefusal(decision)) return decision;
  if (decision.kind === "replay") return { kind: "stored", status: decision.status, body: decision.body };
  const abandon = (): Promise<void> =>
    database.transact(system, (unit) => unit.idempotency.abandon(actorId, key)).catch(() => undefined);
  let isKept = false;
  let outcome: RouteOutcome;
  try {
    outcome = await work(async (unit, body) => {
      isKept = true;
      const isFirst = await unit.idempotency.complete(actorId, key, status, body);
      return isFirst ? null : refuse("idempotency_in_progress");
    });
  } catch (error) {
    // What the database lost may have been committed. An answer that was kept would have been committed with it, and
    // giving up leaves it; without one the key stays taken until it counts as dead.
    if (isKept || findDatabaseFailure(error)?.retryable !== true) await abandon();
    throw error;
  }
  if (outcome.kind !== "answer") await abandon();
  else if (!isKept) {
    const { body } = outcome;
    // The work is done, so its answer is given even where it cannot be kept.
    await database
      .transact(system, (unit) => unit.idempotency.complete(actorId, key, status, body))
      .catch(() => undefined);
  }
  return outcome;
}
