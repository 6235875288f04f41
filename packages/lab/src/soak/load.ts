import type { WriteAttempt } from "../client/write-attempt";
import type { WriteRun } from "../client/write-run";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import { monotonicMs } from "../process/monotonic";
import { databaseNames } from "../roster";
import type { Ack } from "./dual-writers";
import type { ClientRecord, LedgerRow } from "./ledger";
import type { HostAck } from "./tenure";

/** Two clients of the address, so that several connections are open at once, and one that needs no address. */
export const loadPace = { clientCount: 2, clientEveryMs: 40, controlEveryMs: 50 } as const;
/** Above what a group that is slow, and not dead, takes for a write: it would count as dead otherwise, and excuse the VIP. */
const attemptTimeoutMs = 3_000;

/** The clients of one fault, on the load host. */
export interface Load {
  readonly clients: readonly WriteRun[];
  /** Knows all servers and writes to the one that acknowledges: it shows when the group itself takes writes. */
  readonly control: WriteRun;
  /** When all had an acknowledged write, CLOCK_MONOTONIC in ms. */
  readonly startedMs: number;
}

/** Starts all clients and returns once each has an acknowledged write. Throws LabError `not_observed`. */
export async function startLoad(lab: Lab, vipAddress: string): Promise<Load> {
  const started: WriteRun[] = [];
  const start = async (address: string | readonly string[], intervalMs: number): Promise<WriteRun> => {
    const run = await lab.client.writes({ address, intervalMs, attemptTimeoutMs });
    started.push(run);
    return run;
  };
  try {
    const clients: WriteRun[] = [];
    while (clients.length < loadPace.clientCount)
      clients.push(await start(vipAddress, loadPace.clientEveryMs));
    const servers = databaseNames.map((name) => lab.host(name).address);
    const control = await start(servers, loadPace.controlEveryMs);
    return { clients, control, startedMs: monotonicMs() };
  } catch (cause) {
    await Promise.all(started.map((run) => run.stop()));
    throw cause;
  }
}

/** Ends all clients, letting attempts under way end. Safe to repeat. */
export async function stopLoad({ clients, control }: Load): Promise<void> {
  await Promise.all([...clients, control].map((run) => run.stop()));
}

/** What every client sent and was told. */
export function listRecords({ clients, control }: Load): ClientRecord[] {
  return [...clients, control].map(({ run, attempts }) => ({ run, attempts }));
}

/** Every acknowledged write with the server that took it. */
export function listAcks({ clients, control }: Load): Ack[] {
  return [...clients, control].flatMap(({ attempts }) =>
    attempts.flatMap((one) =>
      one.acked && one.serverUuid !== null
        ? [{ server: one.serverUuid, startedMs: one.startedMonotonicMs, endedMs: one.endedMonotonicMs }]
        : [],
    ),
  );
}

/** When which host acknowledged a write. `hostOf` names the host of a server by its UUID. */
export function listHostAcks(
  attempts: readonly WriteAttempt[],
  hostOf: ReadonlyMap<string, string>,
): HostAck[] {
  return attempts.flatMap((one) => {
    const host = one.acked ? hostOf.get(one.serverUuid ?? "") : undefined;
    const { startedMonotonicMs: startedMs, endedMonotonicMs: atMs } = one;
    return host === undefined ? [] : [{ host, startedMs, atMs }];
  });
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
