import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Message } from "@primacy/contract";
import type { WriteAttempt } from "@primacy/core/drill";
import { notBegun } from "@primacy/core/proxy";
import {
  connectServer,
  type ServerAccount,
  type ServerConnection,
  type ServerEndpoint,
} from "../mysql/connect-server";
import { LeaseLapsed } from "../operation/abort-reasons";
import { findExplainedFailure } from "../operation/failure";

/** Who writes where, and how often. */
export interface GapProbeOptions {
  readonly server: ServerEndpoint;
  readonly account: ServerAccount;
  readonly everyMs: number;
  /** Ends it, but where the lease has only lapsed: the operation may still be this worker's, and its client sees on. */
  readonly signal: AbortSignal;
}

/** A write that takes longer has failed: by then the address may lead elsewhere. */
const attemptLimitMs = 1_000;
/** Many handshakes at once make each other too slow on a busy machine: none ends in time, and the client sees an outage that is its own. */
const mostAtOnce = 8;
const longestMs = 10 * 60_000;
const deleteAtOnce = 500;
const table = "`primacy`.`verify`";

interface Slot {
  connection: ServerConnection | null;
}

/**
 * A client that writes through an address. Open loop: a write is due every `everyMs` whatever became of those before it, each on a
 * connection of its own while others wait. Whoever answers has to show the server's certificate before it is told a password. Its
 * rows are deleted at the end.
 */
export class GapProbe {
  readonly #options: GapProbeOptions;
  readonly #ending = new AbortController();
  readonly #idle: Slot[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #attempts: WriteAttempt[] = [];
  readonly #written: string[] = [];
  readonly #startedMs = performance.now();
  #lastReason: Message | null = null;
  #isLost = false;
  #stopped: Promise<readonly WriteAttempt[]> | null = null;

  constructor(options: GapProbeOptions) {
    this.#options = options;
    const end = (): void => {
      if (options.signal.reason instanceof LeaseLapsed) return;
      this.#isLost = true;
      this.#ending.abort();
    };
    if (options.signal.aborted) end();
    options.signal.addEventListener("abort", end, { once: true, signal: this.#ending.signal });
    this.#tick(0);
  }

  /** How many writes were acknowledged so far. */
  get ackedCount(): number {
    return this.#attempts.reduce((sum, one) => sum + (one.acked ? 1 : 0), 0);
  }

  /** It began no more writes since its process may not go on with the operation: it did not see the whole of it. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether `stop` was called: its attempts are all that there will be. */
  get isStopped(): boolean {
    return this.#stopped !== null;
  }

  /** Why the last write that was not acknowledged was not; null where all were. */
  get lastReason(): Message | null {
    return this.#lastReason;
  }

  /** Lets the writes that are under way end, deletes the rows as far as anybody answers, and returns all attempts, each time it is asked. */
  stop(): Promise<readonly WriteAttempt[]> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<readonly WriteAttempt[]> {
    this.#ending.abort();
    await Promise.all(this.#running);
    await this.#clean().catch(() => undefined);
    for (const slot of this.#idle) slot.connection?.leave();
    this.#idle.length = 0;
    return this.#attempts;
  }

  #tick(from: number): void {
    const { everyMs } = this.#options;
    let seq = from;
    const nowMs = performance.now();
    if (this.#ending.signal.aborted || nowMs - this.#startedMs > longestMs) return;
    for (; this.#startedMs + seq * everyMs <= nowMs; seq += 1) this.#launch(seq);
    const waitMs = Math.max(0, this.#startedMs + seq * everyMs - performance.now());
    // One that waits for its turn keeps no process alive.
    setTimeout(() => this.#tick(seq), waitMs).unref();
  }

  #launch(seq: number): void {
    if (this.#running.size >= mostAtOnce) {
      this.#note(seq, performance.now(), false, notBegun);
      return;
    }
    const begun = this.#write(seq).finally(() => this.#running.delete(begun));
    this.#running.add(begun);
  }

  async #write(seq: number): Promise<void> {
    const slot = this.#idle.pop() ?? { connection: null };
    const startedMs = performance.now();
    const signal = AbortSignal.timeout(attemptLimitMs);
    let isSent = false;
    try {
      const { server, account } = this.#options;
      slot.connection ??= await connectServer(server, account, signal);
      const id = randomUUID();
      this.#written.push(id);
      isSent = true;
      await slot.connection.query(`INSERT INTO ${table} (id, server_uuid) VALUES (?, @@server_uuid)`, {
        signal,
        values: [id],
      });
      this.#note(seq, startedMs, isSent, null);
    } catch (error) {
      slot.connection?.close();
      slot.connection = null;
      const explained = findExplainedFailure(error);
      if (explained !== null) this.#lastReason = explained.explanation;
      this.#note(seq, startedMs, isSent, explained?.code ?? "ATTEMPT_TIMEOUT");
    }
    this.#idle.push(slot);
  }

  #note(seq: number, startedMs: number, isSent: boolean, error: string | null): void {
    this.#attempts.push({
      seq,
      dueMonotonicMs: this.#startedMs + seq * this.#options.everyMs,
      startedMonotonicMs: startedMs,
      endedMonotonicMs: performance.now(),
      acked: error === null,
      isSent,
      error,
      serverUuid: null,
      gtid: null,
    });
  }

  async #clean(): Promise<void> {
    const { server, account } = this.#options;
    const signal = AbortSignal.timeout(5 * attemptLimitMs);
    const connection = await connectServer(server, account, signal);
    try {
      for (let at = 0; at < this.#written.length; at += deleteAtOnce) {
        const values = this.#written.slice(at, at + deleteAtOnce);
        const places = values.map(() => "?").join(", ");
        await connection.query(`DELETE FROM ${table} WHERE id IN (${places})`, { signal, values });
      }
    } finally {
      connection.leave();
    }
  }
}

/** The clients that write now, by the migration that they watch: nobody else goes on with the one of a worker that ended. */
const probes = new Map<string, GapProbe>();

/** Begins to write for a migration, in the place of one that wrote for it before. */
export async function beginProbe(migrationId: string, options: GapProbeOptions): Promise<GapProbe> {
  await endProbe(migrationId);
  const probe = new GapProbe(options);
  probes.set(migrationId, probe);
  return probe;
}

/**
 * The client of a migration, which may be stopped: a step that is carried out again finds what it saw. Null where none in this process
 * saw all of it.
 */
export function findProbe(migrationId: string): GapProbe | null {
  const probe = probes.get(migrationId);
  return probe === undefined || probe.isLost ? null : probe;
}

/** Ends the client of a migration, and forgets it. */
export async function endProbe(migrationId: string): Promise<void> {
  const probe = probes.get(migrationId);
  probes.delete(migrationId);
  await probe?.stop();
}

/** Waits until so many more writes were acknowledged; false where that takes longer than the limit. */
export async function awaitAcks(
  probe: GapProbe,
  more: number,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const wanted = probe.ackedCount + more;
  for (const endMs = performance.now() + limitMs; performance.now() < endMs; ) {
    if (probe.ackedCount >= wanted) return true;
    await delay(20, undefined, { signal });
  }
  return false;
}
