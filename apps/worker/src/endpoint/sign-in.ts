import { type Message, message } from "@primacy/contract";
import { z } from "zod";
import { connectServer, type ServerAccount, type ServerConnection } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";

/** A place at which clients connect. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/** What was done in a session at a place; or why there was none. */
export type Visit<T> = { readonly kind: "reached"; readonly value: T; readonly loginMs: number } | Unreached;

/**
 * `untrusted`: somebody answered and showed no certificate of the authorities. `unverifiable`: there are no authorities. `silent`:
 * nobody answered, or did not as a server does.
 */
interface Unreached {
  readonly kind: "unreached";
  readonly why: "untrusted" | "unverifiable" | "silent";
  readonly reason: Message;
}

/** Who answered at a place, by its own word; or why nobody did. */
export type SignIn =
  | {
      readonly kind: "reached";
      readonly serverUuid: string;
      readonly hostName: string;
      readonly isReadOnly: boolean;
      /** From where the server saw the console come; null: it did not say. */
      readonly from: string | null;
      readonly loginMs: number;
    }
  | Unreached;

/**
 * Signs in at a place and acts there. Whoever answers has to show a certificate of one of the authorities, the likeliest of which
 * comes first: a password is told to nobody else, except where an authority is null. Each has its own 4 s; throws what is no
 * `MysqlFailure`, or the signal's reason.
 */
export async function visitAt<T>(
  place: Place,
  account: ServerAccount,
  authorities: readonly (string | null)[],
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<Visit<T>> {
  const distinct = [...new Set(authorities)];
  let last: Unreached = {
    kind: "unreached",
    why: "unverifiable",
    reason: message("why.endpoint_unverifiable"),
  };
  // A proxy that takes turns leads each attempt to another server: as often as there are servers with each CA, and one meets its own.
  for (const authority of distinct.flatMap((one) => distinct.map(() => one))) {
    try {
      return await visitOnce(place, account, authority, signal, act);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      const why = isUntrusted(error) ? "untrusted" : "silent";
      last = { kind: "unreached", why, reason: error.explanation };
      if (why === "silent") break;
    }
  }
  return last;
}

async function visitOnce<T>(
  place: Place,
  account: ServerAccount,
  authority: string | null,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<Visit<T>> {
  const startedMs = performance.now();
  const connection = await connectServer({ ...place, authority }, account, signal);
  const loginMs = performance.now() - startedMs;
  try {
    const value = await act(connection);
    // Many of these are made, day and night: none is to be counted as aborted.
    connection.leave();
    return { kind: "reached", value, loginMs };
  } catch (error) {
    connection.close();
    throw error;
  }
}

const Row = z.object({
  uuid: z.string(),
  host: z.string(),
  is_read_only: z.coerce.number(),
  client: z.string().nullable(),
});

const sql =
  "SELECT @@server_uuid AS uuid, @@hostname AS host, @@global.super_read_only AS is_read_only, USER() AS client";

/** Signs in at a place as `visitAt` does, and asks who answers. */
export async function signInAt(
  place: Place,
  account: ServerAccount,
  authorities: readonly (string | null)[],
  signal: AbortSignal,
): Promise<SignIn> {
  const visit = await visitAt(place, account, authorities, signal, async (connection) => {
    const [row] = await connection.query(sql, { signal });
    return Row.parse(row);
  });
  if (visit.kind === "unreached") return visit;
  const { uuid, host, is_read_only, client } = visit.value;
  return {
    kind: "reached",
    serverUuid: uuid,
    hostName: host,
    isReadOnly: is_read_only === 1,
    from: client?.split("@").at(-1) ?? null,
    loginMs: visit.loginMs,
  };
}
