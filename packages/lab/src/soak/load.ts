import { randomUUID } from "node:crypto";
import {
  type ClientRecord,
  type LedgerRow,
  listRowAcks,
  type RowAck,
  type WriteAttempt,
} from "@primacy/core/drill";
import type { WriteRun } from "@primacy/probe";
import type { WriteOptions } from "../client/lab-client";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { labMysql } from "../mysql/lab-mysql";
import { runRootSql } from "../mysql/root-sql";
import { monotonicMs } from "../process/monotonic";
import { databaseNames } from "../roster";
import { type BaselineClient, startBaselinePaths } from "./baseline-paths";
import { loadPace } from "./load-pace";
import type { PathName } from "./paths";

/** Above what a group that is slow, and not dead, takes for a write: it would count as dead otherwise, and excuse the VIP. */
const attemptTimeoutMs = 3_000;

/** The clients of one fault, on the load host. */
export interface Load {
  readonly clients: readonly WriteRun[];
  /** Knows all servers and writes to the one that acknowledges: it shows when the group itself takes writes. */
  readonly control: WriteRun;
  /** Write the same rows through other ways, to be compared. */
  readonly beside: readonly BaselineClient[];
  /** When all had an acknowledged write, CLOCK_MONOTONIC in ms. */
  readonly startedMs: number;
}

/** What a client sent and was told, and over which way. */
export interface PathRecord extends ClientRecord {
  readonly path: PathName;
  readonly attempts: readonly WriteAttempt[];
}

/**
 * Starts all clients at once and returns when each has an acknowledged write, but for those of other ways that lead nowhere.
 * Throws LabError `not_observed`.
 */
export async function startLoad(lab: Lab, vipAddress: string): Promise<Load> {
  const started: WriteRun[] = [];
  const start = async (
    address: string | readonly string[],
    port: number,
    intervalMs: number,
    given: Pick<WriteOptions, "run" | "tracksGtids" | "reads"> = {},
  ): Promise<WriteRun> => {
    const run = await lab.client.writes({ address, port, intervalMs, attemptTimeoutMs, ...given });
    started.push(run);
    return run;
  };
  const otherRun = randomUUID();
  const clients = loadPace.readers.map((connects) => {
    const reads = { everyMs: loadPace.readEveryMs, connects, otherRun };
    return start(vipAddress, labMysql.port, loadPace.clientEveryMs, { tracksGtids: true, reads });
  });
  const servers = databaseNames.map((name) => lab.host(name).address);
  const direct = { run: otherRun, tracksGtids: true };
  const control = start(servers, labMysql.port, loadPace.controlEveryMs, direct);
  const beside = startBaselinePaths(lab, start);
  try {
    const all = await Promise.all([Promise.all(clients), control, beside]);
    return { clients: all[0], control: all[1], beside: all[2], startedMs: monotonicMs() };
  } catch (cause) {
    await Promise.allSettled([...clients, control, beside]);
    await Promise.all(started.map((run) => run.stop()));
    throw cause;
  }
}

/** Ends all clients, letting attempts under way end. Safe to repeat. */
export async function stopLoad({ clients, control, beside }: Load): Promise<void> {
  const others = beside.flatMap(({ run }) => (run === null ? [] : [run]));
  await Promise.all([...clients, control, ...others].map((run) => run.stop()));
}

/** What every client sent and was told. */
export function listRecords({ clients, control, beside }: Load): PathRecord[] {
  const record = (path: PathName, { run, attempts }: WriteRun): PathRecord => ({ path, run, attempts });
  return [
    ...clients.map((run) => record("vip", run)),
    record("direct", control),
    ...beside.flatMap(({ path, run }) => (run === null ? [] : [record(path, run)])),
  ];
}

/** Every acknowledged write of the clients of the address and of the direct one. */
export function listAcks({ clients, control }: Load): RowAck[] {
  return [...clients, control].flatMap(listRowAcks);
}

/** The rows of some runs as one server has them, once it has applied all that the group had decided before. Throws LabError. */
export async function readRows(
  host: LabHost,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<LedgerRow[]> {
  if (runs.length === 0) return [];
  const sql = `SET SESSION group_replication_consistency = 'BEFORE';
SELECT run, seq FROM lab.writes WHERE run IN (${runs.map((run) => `'${run}'`).join(", ")});`;
  const rows = await runRootSql(host, sql, { timeoutMs: 60_000, signal });
  return rows.map(([run = "", seq = ""]) => ({ run, seq: Number(seq) }));
}
