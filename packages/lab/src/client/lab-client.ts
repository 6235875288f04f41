import { randomUUID } from "node:crypto";
import type { WriteAttempt } from "@primacy/core/drill";
import { describeTable, WriteRun, type WriterConfig } from "@primacy/probe";
import { sourceCommand } from "@primacy/probe/testing";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import type { HostName } from "../roster";
import { asLabError } from "./probe-failure";

/** Of the lab's own clients; `lab.writes` in SQL. */
export const writesTable = "lab.writes";

const primaryLimitMs = 60_000;

/** How to write; the defaults suit a measurement of gaps. */
export interface WriteOptions {
  /** Where the client sits; app1 when absent. */
  readonly host?: HostName;
  /**
   * One address; or several servers of which one takes writes. The client then writes to the one that acknowledged
   * last, and to all of them while that one does not.
   */
  readonly address: string | readonly string[];
  /** 3306 when absent. */
  readonly port?: number;
  /** An attempt is due this often; 10 ms when absent. */
  readonly intervalMs?: number;
  /** Attempts that may be under way at once; enough for every attempt of one timeout when absent. */
  readonly slots?: number;
  /** 250 ms when absent. */
  readonly connectTimeoutMs?: number;
  /** An attempt with its connection counts as failed after this long; 1 s when absent. */
  readonly attemptTimeoutMs?: number;
  readonly tls?: boolean;
  /** Names its rows; a name of its own when absent. */
  readonly run?: string;
  /** Whether each acknowledged attempt has its GTID; not when absent, and the server is asked for nothing more. */
  readonly tracksGtids?: boolean;
  /** Whether it reads its rows back over the first address; never when absent. */
  readonly reads?: WriterConfig["reads"];
  readonly signal?: AbortSignal;
}

/** Starts a writer in a host's network namespace, with the machine's own Node. */
export function commandOn(host: LabHost): readonly string[] {
  return ["ip", "netns", "exec", host.namespace, ...sourceCommand()];
}

/** The load host's clients. */
export class LabClient {
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /**
   * Starts writing rows from a host to an address, open loop, and returns once a first write was acknowledged.
   * Throws LabError `not_observed` when none is within a minute.
   */
  async writes(options: WriteOptions): Promise<WriteRun> {
    await this.prepare();
    const intervalMs = options.intervalMs ?? 10;
    const attemptTimeoutMs = options.attemptTimeoutMs ?? 1_000;
    const { user, password } = this.#lab.credentials.bench;
    const startedMs = monotonicMs();
    const run = new WriteRun(commandOn(this.#lab.host(options.host ?? "app1")), {
      run: options.run ?? randomUUID(),
      table: writesTable,
      addresses: [options.address].flat(),
      port: options.port ?? 3306,
      user,
      password,
      tls: options.tls ?? false,
      intervalMs,
      slots: options.slots ?? Math.ceil(attemptTimeoutMs / intervalMs) + 2,
      connectTimeoutMs: options.connectTimeoutMs ?? 250,
      attemptTimeoutMs,
      tracksGtids: options.tracksGtids,
      reads: options.reads,
    });
    const limits = { timeoutMs: 60_000, ...(options.signal === undefined ? {} : { signal: options.signal }) };
    await run.waitForAck(startedMs, limits).catch(async (cause: unknown) => {
      await run.stop();
      throw asLabError(cause);
    });
    return run;
  }

  /** Makes the table that writers write to, through the primary. Safe to repeat. */
  async prepare(): Promise<void> {
    await runRootSql(await this.#getPrimary(), describeTable(writesTable), { timeoutMs: 30_000 });
  }

  /**
   * Acknowledged writes of a stopped run that the current primary does not have. Must be empty: each is a write that
   * a client was promised and that is gone.
   */
  async findLostWrites(run: WriteRun): Promise<WriteAttempt[]> {
    const sql = `SELECT seq FROM lab.writes WHERE run = '${run.run}';`;
    const rows = await runRootSql(await this.#getPrimary(), sql, { timeoutMs: 60_000 });
    const present = new Set(rows.map(([seq]) => Number(seq)));
    return run.attempts.filter((attempt) => attempt.acked && !present.has(attempt.seq));
  }

  /** Servers agree some seconds after a change, and a busy one is silent for a moment. */
  async #getPrimary(): Promise<LabHost> {
    const find = async (): Promise<LabHost | undefined> => (await this.#lab.findPrimary()) ?? undefined;
    return waitFor("a primary that all servers agree on", find, { timeoutMs: primaryLimitMs }).catch(
      (cause: unknown) => {
        if (!(cause instanceof LabError) || cause.code !== "not_observed") throw cause;
        const message = "The group has no primary that all servers agree on.";
        throw new LabError("group_not_ready", message, { retryable: true, cause });
      },
    );
  }
}
