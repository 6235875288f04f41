import { type Message, message } from "@primacy/contract";
import type { WriteAttempt } from "./attempt";

/** One attempt to write a row. Where it is not told whether the row was sent, it may have been. */
export type RecordedAttempt = Pick<WriteAttempt, "seq" | "acked" | "error"> &
  Partial<Pick<WriteAttempt, "isSent">>;

/** What one client sent, and what it was told, recorded outside of the database. */
export interface ClientRecord {
  readonly run: string;
  readonly attempts: readonly RecordedAttempt[];
}

/** What a client may expect of the rows of one run: those that must be there, and those that may be there. */
export interface ClientPromise {
  readonly run: string;
  /** Acknowledged at least once. */
  readonly acked: ReadonlySet<number>;
  /** Sent, and neither acknowledged nor refused for certain: nobody knows. */
  readonly unknown: ReadonlySet<number>;
}

/** One row as one server has it. */
export interface LedgerRow {
  readonly run: string;
  readonly seq: number;
}

/** What the comparison of the clients' records with every server found. Rows are named `run/seq`. */
export interface LedgerVerdict {
  readonly acked: number;
  /** Acknowledged, and absent on some server. */
  readonly lost: readonly string[];
  /** Present, and never sent, or refused each time, or there twice. */
  readonly phantom: readonly string[];
  /** Present on one server and absent on another. */
  readonly diverged: readonly string[];
}

/**
 * Errors after which the row cannot be there: nothing was sent, or the server refused it before it began to commit. What a
 * server says while it commits is not among them (ER_RUN_HOOK_ERROR, ER_TRANSACTION_ROLLBACK_DURING_COMMIT): the
 * write was sent to the group before, and members that the server no longer hears may have it.
 */
const refusals = new Set([
  "NO_FREE_SLOT",
  "ABORT_ERR",
  "ECONNREFUSED",
  "ER_CON_COUNT_ERROR",
  "ER_OPTION_PREVENTS_STATEMENT",
]);

/** What each client may expect, in their order. */
export function listPromises(clients: readonly ClientRecord[]): ClientPromise[] {
  return clients.map(findPromise);
}

/** What one client may expect. One row may be tried on several servers: the best answer counts, a doubt above a refusal. */
export function findPromise({ run, attempts }: ClientRecord): ClientPromise {
  const acked = new Set<number>();
  const unknown = new Set<number>();
  for (const { seq, acked: isAcked, isSent, error } of attempts) {
    if (isAcked) acked.add(seq);
    else if (!isRefusal({ isSent, error })) unknown.add(seq);
  }
  for (const seq of acked) unknown.delete(seq);
  return { run, acked, unknown };
}

/** Whether an attempt that was not acknowledged cannot have left its row: it was not sent, or it was refused before the commit began. */
export function isRefusal({
  isSent,
  error,
}: Pick<RecordedAttempt, "error"> & { readonly isSent: boolean | undefined }): boolean {
  return isSent === false || refusals.has(error ?? "");
}

/** How many rows a client sent, by what it was told of them. */
export function countAnswers(client: ClientRecord): {
  readonly acked: number;
  readonly refused: number;
  readonly unknown: number;
} {
  const { acked, unknown } = findPromise(client);
  const sent = new Set(client.attempts.map(({ seq }) => seq)).size;
  return { acked: acked.size, refused: sent - acked.size - unknown.size, unknown: unknown.size };
}

/** Compares what the clients were promised with what each server has. `copies` has one list of rows per server. */
export function checkLedger(
  promises: readonly ClientPromise[],
  copies: readonly (readonly LedgerRow[])[],
): LedgerVerdict {
  const byRun = new Map(promises.map((one) => [one.run, one]));
  const acked = promises.flatMap(({ run, acked }) => [...acked].map((seq) => `${run}/${seq}`));
  const lost = new Set<string>();
  const phantom = new Set<string>();
  const present = copies.map((rows) => {
    const keys = new Set<string>();
    for (const { run, seq } of rows) {
      const key = `${run}/${seq}`;
      const promise = byRun.get(run);
      const isPossible = promise?.acked.has(seq) === true || promise?.unknown.has(seq) === true;
      if (!isPossible || keys.has(key)) phantom.add(key);
      keys.add(key);
    }
    for (const key of acked) if (!keys.has(key)) lost.add(key);
    return keys;
  });
  const anywhere = new Set(present.flatMap((keys) => [...keys]));
  const diverged = [...anywhere].filter((key) => !present.every((keys) => keys.has(key)));
  return { acked: acked.length, lost: [...lost], phantom: [...phantom], diverged };
}

/** What is wrong with the writes of which one server was asked; nothing where all is well. */
export function describeLedger({ acked, lost, phantom }: LedgerVerdict, server: string): Message[] {
  const name = (rows: readonly string[]): string =>
    [...rows.slice(0, 5), ...(rows.length > 5 ? ["…"] : [])].join(", ");
  return [
    ...(lost.length > 0
      ? [message("drill.lost_writes", { count: lost.length, acked, server, missing: name(lost) })]
      : []),
    ...(phantom.length > 0
      ? [message("drill.phantom_rows", { count: phantom.length, server, extra: name(phantom) })]
      : []),
  ];
}
