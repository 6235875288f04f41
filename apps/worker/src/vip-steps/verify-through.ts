import { randomUUID } from "node:crypto";
import { bracketed, paramsWith, type Vip, type VipProof } from "@primacy/contract";
import type { WantedCluster } from "@primacy/core/plan";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { HostWord } from "../observe/holding";
import { StepFailure } from "../operation/failure";

/** What was done through the address, and by which server. */
export type ThroughProof = Pick<VipProof, "writtenServerUuid" | "readServerUuid">;

/** How a VIP of one kind is used, and who has to answer. */
interface Use {
  readonly act: (connection: ServerConnection, signal: AbortSignal) => Promise<string>;
  readonly failure: "failure.vip_write" | "failure.vip_read";
  readonly judge: (actual: string, address: string, holder: HostWord) => StepFailure | null;
  readonly proof: (actual: string) => ThroughProof;
}

const uses: Readonly<Record<Vip["kind"], Use>> = {
  write: {
    act: writeOnce,
    failure: "failure.vip_write",
    judge: judgeWriter,
    proof: (actual) => ({ writtenServerUuid: actual }),
  },
  read: {
    act: readOnce,
    failure: "failure.vip_read",
    judge: judgeReader,
    proof: (actual) => ({ readServerUuid: actual }),
  },
};

/**
 * Uses a VIP as its clients do: a write through a write VIP arrives at the holder's server, which is the primary; a read
 * through a read VIP is answered by the holder's server, whatever its role. Throws `StepFailure` (retryable) where not.
 */
export async function verifyThrough(
  worker: WorkerContext,
  wanted: WantedCluster,
  vip: Pick<Vip, "kind" | "address" | "port">,
  holder: HostWord,
  signal: AbortSignal,
): Promise<ThroughProof> {
  const { act, failure, proof } = uses[vip.kind];
  const account = await getAccount(worker.db, wanted.clusterId, "verify");
  const { address, port } = vip;
  // Behind the address is the holder's server: it is to show that server's certificate, and no other member's.
  const { members } = await worker.db.clusters.get(wanted.clusterId);
  const holding = members.find((member) => member.id === holder.host.member.memberId);
  if (holding === undefined)
    throw new StepFailure("failure.member_unknown", { params: { name: holder.host.name } });
  const { authority } = endpointOf(holding);
  try {
    const connection = await connectServer({ address, port, authority }, account, signal);
    try {
      const actual = await act(connection, signal);
      const wrong = judgeAnswer(vip, actual, holder);
      if (wrong !== null) throw wrong;
      return proof(actual);
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const params = paramsWith({ address: bracketed(address), port }, { reason: error.explanation });
    throw new StepFailure(failure, { params, retryable: true, cause: error });
  }
}

/** The failure of an answer by the server `actual`; null where that is the one that has to answer. */
export function judgeAnswer(
  { kind, address }: Pick<Vip, "kind" | "address">,
  actual: string,
  holder: HostWord,
): StepFailure | null {
  return uses[kind].judge(actual, address, holder);
}

/** Writes one row and takes it away again; returns the uuid of the server that did. */
async function writeOnce(connection: ServerConnection, signal: AbortSignal): Promise<string> {
  const values = [randomUUID()];
  const table = "`primacy`.`verify`";
  await connection.query(`INSERT INTO ${table} (id, server_uuid) VALUES (?, @@server_uuid)`, {
    signal,
    values,
  });
  const [row] = await connection.query(`SELECT server_uuid FROM ${table} WHERE id = ?`, { signal, values });
  await connection.query(`DELETE FROM ${table} WHERE id = ?`, { signal, values });
  return String(row?.server_uuid ?? "");
}

/** Returns the uuid of the server that answers. */
async function readOnce(connection: ServerConnection, signal: AbortSignal): Promise<string> {
  const [row] = await connection.query("SELECT @@server_uuid AS server_uuid", { signal });
  return String(row?.server_uuid ?? "");
}

function judgeWriter(actual: string, address: string, { status }: HostWord): StepFailure | null {
  const { serverUuid, memberRole } = status.mysql;
  if (actual === serverUuid && memberRole === "PRIMARY") return null;
  const params = { address, actual, expected: serverUuid ?? "-" };
  return new StepFailure("failure.vip_wrong_server", { params, retryable: true });
}

function judgeReader(actual: string, address: string, { host }: HostWord): StepFailure | null {
  const { serverUuid: expected } = host.member;
  if (actual.toLowerCase() === expected.toLowerCase()) return null;
  const params = { address, actual, expected, host: host.name };
  return new StepFailure("failure.vip_wrong_reader", { params, retryable: true });
}
