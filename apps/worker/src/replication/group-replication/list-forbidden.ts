import { z } from "zod";
import type { ServerAccount } from "../../mysql/connect-server";
import { type KnownMember, nameOf, withOwnServer } from "./observe-member";

const RightRow = z.object({ has: z.coerce.number() });

/**
 * The names of the members on whose servers an account was not granted a privilege itself: what comes with a role is not
 * seen. Throws `MysqlFailure` where one cannot be signed in to, and `StepFailure` `member_other_server` where another
 * answers.
 */
export async function listForbidden(
  members: readonly KnownMember[],
  privilege: "SHUTDOWN" | "SYSTEM_VARIABLES_ADMIN",
  administrator: ServerAccount,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const forbidden = await Promise.all(
    members.map(async (member) => {
      const [row] = await withOwnServer(member, administrator, signal, (connection) =>
        connection.query(
          // Everything before the last @ is the user's name.
          "SELECT COUNT(*) AS has FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = ?" +
            " AND GRANTEE = CONCAT(QUOTE(LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER()) - 1 - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))), '@'," +
            " QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))",
          { signal, values: [privilege] },
        ),
      );
      return RightRow.parse(row).has > 0 ? [] : [nameOf(member)];
    }),
  );
  return forbidden.flat();
}
