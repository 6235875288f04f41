import { type Message, message, type ProbeOutcome, type ProberLane, proberLimitMs } from "@primacy/contract";
import { type Place, type Visit, visitAt } from "../endpoint/sign-in";
import type { ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";

/**
 * What became of one attempt. An obstacle is the console's own: it says nothing of what clients meet. `stranger`: who answered is not known; that is an
 * obstacle where nothing was ever acknowledged, and else somebody else has the place. `refused`: a server said no; `unknown`: there was no answer.
 */
export type AttemptOutcome =
  | { readonly kind: "acked" }
  | { readonly kind: "failed"; readonly how: Extract<ProbeOutcome, "refused" | "unknown"> }
  | { readonly kind: "obstacle" | "stranger"; readonly reason: Message };

/** There is no table, no schema, or no right to it. */
const cannotTry = new Set([1044, 1049, 1142, 1143, 1146]);
/** It may insert and delete, and no more: so the one row is replaced. */
const statements: Readonly<Record<ProberLane, string>> = {
  write: "REPLACE INTO `primacy`.`verify` (id, server_uuid) VALUES (?, @@server_uuid)",
  read: "SELECT server_uuid FROM `primacy`.`verify` WHERE id = ?",
};

/** What is done and through what: the place, the account, and whose certificates count. */
export interface Way {
  readonly lane: ProberLane;
  readonly place: Place;
  readonly account: ServerAccount;
  readonly authorities: readonly (string | null)[];
}

/**
 * Does what a client does that comes anew: connects, signs in, writes one row that has its own id or looks for it, and leaves. It has 2 s.
 * Whoever answers has to show the certificate of a member, or of the proxy itself, before it is told a password. Throws where `signal` aborts.
 */
export async function attemptOnce(
  { lane, place, account, authorities }: Way,
  rowId: string,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(proberLimitMs)]);
  try {
    const visit = await visitAt(place, account, authorities, limited, async (connection) => {
      try {
        await connection.query(statements[lane], { signal: limited, values: [rowId] });
        return null;
      } catch (error) {
        limited.throwIfAborted();
        if (!(error instanceof MysqlFailure)) throw error;
        return error.errno ?? 0;
      }
    });
    if (visit.kind === "reached") return judgeErrno(visit.value);
    return judgeUnreached(visit, authorities.includes(null));
  } catch (error) {
    signal.throwIfAborted();
    if (!limited.aborted) throw error;
    return { kind: "failed", how: "unknown" };
  }
}

/** Why there was no session. A server that showed its certificate before it denied the account is no stranger. */
export function judgeUnreached(
  { why, reason }: Extract<Visit<unknown>, { kind: "unreached" }>,
  isUnverified: boolean,
): AttemptOutcome {
  if (why === "untrusted") return { kind: "stranger", reason };
  if (why === "unverifiable") return { kind: "obstacle", reason };
  if (reason.code !== "failure.mysql_denied") return { kind: "failed", how: "unknown" };
  return { kind: isUnverified ? "stranger" : "obstacle", reason };
}

function judgeErrno(errno: number | null): AttemptOutcome {
  if (errno === null) return { kind: "acked" };
  return cannotTry.has(errno)
    ? { kind: "obstacle", reason: message("prober.no_table") }
    : { kind: "failed", how: errno === 0 ? "unknown" : "refused" };
}
