/** One attempt of a client to write one row. Times are CLOCK_MONOTONIC of the client's machine, in ms. */
export interface WriteAttempt {
  readonly seq: number;
  /** When the attempt was due and when it began. */
  readonly dueMonotonicMs: number;
  readonly startedMonotonicMs: number;
  readonly endedMonotonicMs: number;
  /** True when the server acknowledged the commit. False says nothing: the row may still be there. */
  readonly acked: boolean;
  /** False when the attempt ended before the row was sent, so that it cannot be there. */
  readonly isSent: boolean;
  /** Code or short text of what went wrong, null when acknowledged. */
  readonly error: string | null;
  /** The server that the connection led to, null where none was reached. */
  readonly serverUuid: string | null;
  /** Under which GTID the server says that it committed the row; null where it was not acknowledged, or none was named. */
  readonly gtid: string | null;
}

/** What one read saw of the client's own rows, beside what the client had been promised when it began. */
export interface OwnRead {
  readonly startedMonotonicMs: number;
  readonly endedMonotonicMs: number;
  /** Code or short text of why it was not answered; what it saw tells nothing then. Null when answered. */
  readonly error: string | null;
  readonly serverUuid: string | null;
  /** How many rows were acknowledged when the read began, and the highest `seq` among them; -1 where none was. */
  readonly ackedRows: number;
  readonly ackedSeq: number;
  /** How many it saw, and the highest; -1 where it saw none. */
  readonly rows: number;
  readonly seq: number;
  /** The highest row of the other run that it saw; -1 where none. */
  readonly otherSeq: number;
}
