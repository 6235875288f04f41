import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { runRootSql } from "./root-sql";

/** The server that has the most transactions: it must found the group, or the others' would be lost. */
export async function findMostAdvanced(hosts: readonly LabHost[]): Promise<LabHost> {
  const sets = await Promise.all(hosts.map(async (host) => ({ host, gtids: await observeGtids(host) })));
  let best = sets[0];
  for (const other of sets.slice(1)) {
    if (best !== undefined && (await isSubset(other.host, best.gtids, other.gtids))) {
      if (best.gtids !== other.gtids) best = other;
    }
  }
  if (best === undefined)
    throw new LabError("group_not_ready", "There is no database host to found a group.");
  return best.host;
}

/** True when the server has transactions that the other lacks, so that the group refuses it. */
export async function hasForeignTransactions(host: LabHost, other: LabHost): Promise<boolean> {
  const [mine, theirs] = await Promise.all([observeGtids(host), observeGtids(other)]);
  return !(await isSubset(other, mine, theirs));
}

async function isSubset(asked: LabHost, inner: string, outer: string): Promise<boolean> {
  return (await runRootSql(asked, `SELECT GTID_SUBSET('${inner}', '${outer}');`))[0]?.[0] === "1";
}

/** Executed transactions and those received but not yet applied, which the group has certified too. */
async function observeGtids(host: LabHost): Promise<string> {
  const sql = `SELECT CONCAT_WS(',', NULLIF(@@global.gtid_executed, ''), (
    SELECT NULLIF(received_transaction_set, '') FROM performance_schema.replication_connection_status
    WHERE channel_name = 'group_replication_applier'));`;
  // A set has a line break behind each of its servers.
  return ((await runRootSql(host, sql))[0]?.[0] ?? "").replaceAll("\n", "");
}
