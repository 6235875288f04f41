import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isRefusal } from "@primacy/contract";
import type { Actor } from "../audit/actor";
import { DatabaseError } from "../errors/database-error";
import { translateError } from "../errors/translate-error";
import type { Prisma, PrismaClient } from "../generated/client";
import type { SecretCipher } from "../secret/secret-cipher";
import { createUnitOfWork, type UnitOfWork } from "./unit-of-work";

const MAX_ATTEMPTS = 4;
const MAX_BACKOFF_MS = 100;

/** The limits of a transaction. */
export interface TransactionLimits {
  /** The wait for a free connection. */
  readonly waitMs: number;
  /** From the first statement to the commit. */
  readonly durationMs: number;
}

/** What a transaction runs on. */
export interface TransactionContext {
  readonly prisma: PrismaClient;
  readonly cipher: SecretCipher;
  readonly limits: TransactionLimits;
}

/**
 * Runs `run` in one transaction and commits it, unless `run` throws or returns a refusal: then nothing
 * is changed. A transaction that had to give way to another is repeated a few times, so `run` does
 * nothing but read and write through its unit of work.
 */
export async function transact<T>(
  context: TransactionContext,
  actor: Actor,
  run: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(context, actor, run);
    } catch (error) {
      const translated = translateError(error);
      const isConflict = translated instanceof DatabaseError && translated.code === "transaction_conflict";
      if (!isConflict || attempt === MAX_ATTEMPTS) throw translated;
      await delay(randomInt(1, MAX_BACKOFF_MS));
    }
  }
}

async function runOnce<T>(
  { prisma, cipher, limits }: TransactionContext,
  actor: Actor,
  run: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const refused: T[] = [];
  try {
    return await prisma.$transaction(
      async (connection) => {
        let isAudited = false;
        const unit = createUnitOfWork({ connection, cipher }, actor, () => {
          isAudited = true;
        });
        const outcome = await run(unit);
        if (isRefusal(outcome)) {
          refused.push(outcome);
          throw new Error("rolled back after a refusal");
        }
        if (actor.kind !== "system" && !isAudited) await requireUnchanged(connection, actor);
        return outcome;
      },
      { maxWait: limits.waitMs, timeout: limits.durationMs },
    );
  } catch (error) {
    const [refusal] = refused;
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** People's and programs' changes are audited in the transaction that makes them, or not made at all. */
async function requireUnchanged(connection: Prisma.TransactionClient, actor: Actor): Promise<void> {
  // PostgreSQL gives a transaction its id with the first row that it writes.
  const rows = await connection.$queryRaw<{ isChanged: boolean }[]>`
    SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS "isChanged"`;
  if (!rows[0]?.isChanged) return;
  throw new DatabaseError("unaudited_change", `A change by ${actor.name} was not audited`);
}
