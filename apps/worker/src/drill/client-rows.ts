import { probeRowId } from "@primacy/contract/agent";
import type { DrillInput, DrillLedger } from "@primacy/core/drill";
import { z } from "zod";
import { endpointOf, getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { findPrimaryMember, nameOfMember } from "../endpoint/look-through";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { observeMembers } from "../switchover-steps/observe-members";

const table = "`primacy`.`verify`";
/** Behind the number of a row: it has 12 hexadecimal digits. */
const digits = 12;
const lastSeq = 16 ** digits - 1;
const deleteAtOnce = 1_000;
const limitMs = 10_000;

const LedgerRow = z.object({ id: z.string(), server_uuid: z.string() });

/**
 * Reads the clients' rows from every server that answers, each over its own address. One that does not is there without rows. Changes
 * nothing.
 */
export async function readLedgers(
  worker: WorkerContext,
  { clusterId, ways }: Pick<DrillInput, "clusterId" | "ways">,
  signal: AbortSignal,
): Promise<readonly DrillLedger[]> {
  const loaded = await loadCluster(worker.db, clusterId);
  const { cluster } = loaded;
  const account = await getAccount(worker.db, clusterId, "verify");
  // By the majority: one that is cut off calls itself the primary too.
  const { members } = await observeMembers(worker, loaded, { targetMemberId: "" }, signal);
  const primaryId = members.find(({ isPrimary }) => isPrimary)?.memberId;
  return Promise.all(
    cluster.members.map(async (member) => {
      const read = async (connection: ServerConnection): Promise<NonNullable<DrillLedger["rows"]>> => {
        const rows: { readonly seq: number; readonly serverUuid: string }[][] = [];
        for (const { run } of ways) rows.push(await readRun(connection, run, signal));
        return rows;
      };
      const isPrimary = member.id === primaryId;
      const about = { server: nameOfMember(member), isPrimary };
      try {
        const connection = await connectServer(endpointOf(member), account, signal);
        try {
          return { ...about, rows: await read(connection) };
        } finally {
          connection.leave();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof MysqlFailure)) throw error;
        return { ...about, rows: null };
      }
    }),
  );
}

async function readRun(
  connection: ServerConnection,
  run: string,
  signal: AbortSignal,
): Promise<{ readonly seq: number; readonly serverUuid: string }[]> {
  const sql = `SELECT id, server_uuid FROM ${table} WHERE id BETWEEN ? AND ?`;
  const rows = await connection.query(sql, { signal, values: boundsOf(run), timeoutMs: limitMs });
  return rows.map((row) => {
    const { id, server_uuid: serverUuid } = LedgerRow.parse(row);
    return { seq: Number.parseInt(id.slice(-digits), 16), serverUuid };
  });
}

/**
 * Writes a row through the primary, by a number that no client comes to, and deletes it with all rows of the clients. False: there is no primary now, and
 * nothing was written. Throws `MysqlFailure`.
 */
export async function writeAndDelete(
  worker: WorkerContext,
  input: Pick<DrillInput, "clusterId" | "ways">,
  signal: AbortSignal,
): Promise<boolean> {
  const { clusterId, ways } = input;
  const primary = await findPrimaryMember(worker, clusterId, signal);
  if (primary === null) return false;
  const account = await getAccount(worker.db, clusterId, "verify");
  const connection = await connectServer(endpointOf(primary), account, signal);
  try {
    await writeThrough(connection, ways, signal);
    return true;
  } finally {
    connection.leave();
  }
}

/** The same over a connection to the primary: where none of the clients' rows is left, something is written all the same. Throws `MysqlFailure`. */
export async function writeThrough(
  connection: Pick<ServerConnection, "query">,
  ways: readonly Pick<DrillInput["ways"][number], "run">[],
  signal: AbortSignal,
): Promise<void> {
  // One that hung the last time may have been written since.
  const sql = `REPLACE INTO ${table} (id, server_uuid) VALUES (?, @@server_uuid)`;
  for (const { run } of ways) await connection.query(sql, { signal, values: [probeRowId(run, lastSeq)] });
  await deleteThrough(connection, ways, signal);
}

/** Deletes the clients' rows through the primary. False: there is none now, and nobody can delete them. Throws `MysqlFailure`. */
export async function deleteRows(
  worker: WorkerContext,
  { clusterId, ways }: Pick<DrillInput, "clusterId" | "ways">,
  signal: AbortSignal,
): Promise<boolean> {
  const primary = await findPrimaryMember(worker, clusterId, signal);
  if (primary === null) return false;
  const account = await getAccount(worker.db, clusterId, "verify");
  const connection = await connectServer(endpointOf(primary), account, signal);
  try {
    await deleteThrough(connection, ways, signal);
    return true;
  } finally {
    connection.leave();
  }
}

async function deleteThrough(
  connection: Pick<ServerConnection, "query">,
  ways: readonly Pick<DrillInput["ways"][number], "run">[],
  signal: AbortSignal,
): Promise<void> {
  for (const { run } of ways)
    for (;;) {
      const sql = `SELECT id FROM ${table} WHERE id BETWEEN ? AND ? LIMIT ${deleteAtOnce}`;
      const found = await connection.query(sql, { signal, values: boundsOf(run) });
      if (found.length === 0) break;
      const ids = found.map((row) => String(row.id));
      const places = ids.map(() => "?").join(", ");
      await connection.query(`DELETE FROM ${table} WHERE id IN (${places})`, { signal, values: ids });
    }
}

function boundsOf(run: string): readonly [string, string] {
  return [probeRowId(run, 0), probeRowId(run, lastSeq)];
}
