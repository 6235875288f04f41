import type { WantedMemberDraft } from "@primacy/core/plan";
import type { Discovered, DiscoveredServer } from "../cluster/discover";
import { knownOf, trustFacts } from "../cluster-record/choose-authority";
import type { MemberFacts } from "../cluster-record/load-cluster";
import { toDraft } from "../cluster-record/member-draft";
import { connectServer, type ServerAccount, type ServerEndpoint } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";

/** What agents must be told of a server itself. */
export type ServerFacts = Pick<MemberFacts, "adminAddress" | "adminPort">;

const wildcards = new Set(["*", "0.0.0.0", "::"]);

/** Signs in to a server and reads what agents must be told of it. Throws `MysqlFailure`. */
export async function readServerFacts(
  endpoint: ServerEndpoint,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const connection = await connectServer(endpoint, account, signal);
  try {
    const { admin_address: address = "", admin_port: port } = await readVariables(
      connection,
      ["admin_address", "admin_port"],
      { signal },
    );
    if (address === "") return { adminAddress: null, adminPort: null };
    return {
      adminAddress: wildcards.has(address) ? "127.0.0.1" : address,
      adminPort: Number(port ?? 33_062),
    };
  } finally {
    connection.close();
  }
}

/**
 * The members of a group that is not registered yet, as they would be: with what their servers say, where they answer and
 * are verified. So a plan can name every account that will be made.
 */
export function draftMembers(
  judged: Discovered,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<readonly WantedMemberDraft[]> {
  return Promise.all(
    judged.members.map(async (member) =>
      toDraft(member, {
        ...trustFacts(member.trust, knownOf(null)),
        ...(await findServerFacts(member, account, signal)),
      }),
    ),
  );
}

async function findServerFacts(
  { address, port, trust }: DiscoveredServer,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<Partial<ServerFacts>> {
  // An administrator's password goes to nobody that cannot prove who it is.
  if (trust.authority === null) return {};
  try {
    return await readServerFacts({ address, port, authority: trust.authority }, account, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return {};
    throw error;
  }
}
