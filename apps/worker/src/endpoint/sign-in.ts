import { type Message, message } from "@primacy/contract";
import { z } from "zod";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";

/** A place at which clients connect. */
export interface Place {
  readonly address: string;
  readonly port: number;
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
  /** `isUntrusted`: somebody answered and showed no certificate of the authorities. */
  | { readonly kind: "unreached"; readonly reason: Message; readonly isUntrusted: boolean };

const Row = z.object({
  uuid: z.string(),
  host: z.string(),
  is_read_only: z.coerce.number(),
  client: z.string().nullable(),
});

const sql =
  "SELECT @@server_uuid AS uuid, @@hostname AS host, @@global.super_read_only AS is_read_only, USER() AS client";

/**
 * Signs in at a place. Whoever answers has to show a certificate of one of the authorities, the likeliest of which comes first: a
 * password is told to nobody else, except where an authority is null. Each has its own 4 s; never throws but the signal's reason.
 */
export async function signInAt(
  place: Place,
  account: ServerAccount,
  authorities: readonly (string | null)[],
  signal: AbortSignal,
): Promise<SignIn> {
  const distinct = [...new Set(authorities)];
  let last: SignIn = { kind: "unreached", reason: message("why.endpoint_unverifiable"), isUntrusted: false };
  // A proxy that takes turns leads each attempt to another server: as often as there are servers with each CA, and one meets its own.
  for (const authority of distinct.flatMap((one) => distinct.map(() => one))) {
    try {
      return await signInOnce(place, account, authority, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      last = { kind: "unreached", reason: error.explanation, isUntrusted: isUntrusted(error) };
      if (!isUntrusted(error)) break;
    }
  }
  return last;
}

async function signInOnce(
  place: Place,
  account: ServerAccount,
  authority: string | null,
  signal: AbortSignal,
): Promise<SignIn> {
  const startedMs = performance.now();
  const connection = await connectServer({ ...place, authority }, account, signal);
  const loginMs = performance.now() - startedMs;
  try {
    const [row] = await connection.query(sql, { signal });
    const { uuid, host, is_read_only, client } = Row.parse(row);
    const from = client?.split("@").at(-1) ?? null;
    // Many of these are made, day and night: none is to be counted as aborted.
    connection.leave();
    return {
      kind: "reached",
      serverUuid: uuid,
      hostName: host,
      isReadOnly: is_read_only === 1,
      from,
      loginMs,
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
