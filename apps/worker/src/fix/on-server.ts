import { withPort } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf } from "../cluster-record/load-cluster";
import type { connectServer, ServerAccount, ServerConnection } from "../mysql/connect-server";
import { StepFailure } from "../operation/failure";

/** How a server is signed in to. */
export type Connect = typeof connectServer;

/** A member and the account that acts on its server. */
export interface MemberAccess {
  readonly member: MemberRecord;
  readonly name: string;
  readonly account: ServerAccount;
}

const IdentityRow = z.object({ server_uuid: z.string() });

/**
 * Acts on the server of a member, and on no other that has its address. Throws `StepFailure` `variable_other_server`
 * before `act` where another answers, `MysqlFailure`, or what `act` throws.
 */
export async function onServer<T>(
  connect: Connect,
  { member, name, account }: MemberAccess,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const connection = await connect(endpointOf(member), account, signal);
  try {
    const [row] = await connection.query("SELECT @@server_uuid AS server_uuid", { signal });
    const actual = IdentityRow.parse(row).server_uuid.toLowerCase();
    const expected = member.serverUuid.toLowerCase();
    if (actual !== expected) {
      const params = { address: withPort(member.address, member.port), host: name, actual, expected };
      throw new StepFailure("failure.variable_other_server", { params });
    }
    return await act(connection);
  } finally {
    connection.close();
  }
}
