import type { MeasuredSpan } from "@primacy/core/benchmark";
import {
  connectServer,
  type ServerAccount,
  type ServerConnection,
  type ServerEndpoint,
} from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { MemberQueues, ReplicationAdapter } from "../replication/replication-adapter";

const askLimitMs = 2_000;
/** What was read longer ago says nothing of the time between. */
const longestSpanMs = 2_500;

/** Asks one member's server, a question at a time, what waits on it. */
export interface MemberFollower {
  /** How it was since the last answer; nothing from a server that cannot be asked. Throws only what is no failure of a server. */
  ask(signal: AbortSignal): Promise<readonly MeasuredSpan[]>;
  close(): void;
}

interface Reading {
  readonly atMs: number;
  readonly queues: MemberQueues;
}

/** Follows the queues of a member, over one connection for as long as it holds. */
export function followMember(
  replication: Pick<ReplicationAdapter, "readQueues">,
  server: ServerEndpoint,
  account: ServerAccount,
): MemberFollower {
  let connection: ServerConnection | null = null;
  let last: Reading | null = null;

  function close(): void {
    connection?.close();
    connection = null;
    last = null;
  }

  async function askServer(signal: AbortSignal): Promise<readonly MeasuredSpan[]> {
    connection ??= await connectServer(server, account, signal);
    const queues = await replication.readQueues(connection, { signal, timeoutMs: askLimitMs });
    const before = last;
    last = queues === null ? null : { atMs: performance.now(), queues };
    return before === null || last === null ? [] : compareReadings(before, last);
  }

  return {
    close,
    async ask(signal) {
      try {
        return await askServer(signal);
      } catch (error) {
        close();
        signal.throwIfAborted();
        if (!(error instanceof MysqlFailure)) throw error;
        return [];
      }
    },
  };
}

/** The queues as they are at its end stand for the span; what flow control held back is what was counted in it. */
export function compareReadings(before: Reading, after: Reading): readonly MeasuredSpan[] {
  const ms = after.atMs - before.atMs;
  if (ms <= 0 || ms > longestSpanMs) return [];
  const { certify, apply, isPrimary, throttled } = after.queues;
  const held =
    throttled === null || before.queues.throttled === null ? null : throttled - before.queues.throttled;
  return [
    {
      fromMs: before.atMs,
      toMs: after.atMs,
      values: {
        primary: isPrimary ? 1 : 0,
        certify,
        apply,
        // It counts from its server's start.
        throttled: held === null || held < 0 ? null : (held * 1_000) / ms,
      },
    },
  ];
}
