import { message } from "@primacy/contract";
import type { DrillInput, DrillLedger } from "@primacy/core/drill";
import type { WorkerContext } from "../context";
import { defineStep } from "../operation/executor";
import { poll } from "../operation/poll";
import { readLedgers } from "./client-rows";
import type { DrillRecorder } from "./drill-recorder";
import { requireRecorder } from "./measure-step";
import { noteErrorLogs } from "./note-error-logs";
import { DrillStepInput } from "./step-input";

/** A verdict stands on the primary's own rows: one that does not answer at once is asked again for so long. */
const primaryLimitMs = 10_000;

/** The heal waits for no error log for longer: what is not read by then is read at the end, where its server still has it. */
const logsLimitMs = 5_000;

/** Reads the clients' rows from every server before anything is healed: a server that joins again loses what it alone had. */
export const ledgerStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 90_000,
  undo: { kind: "nothing" },
  async execute({ worker }, input, signal) {
    const recorder = requireRecorder(input);
    const first = await noteLedgers(worker, input, recorder, signal);
    const ledgers = hasPrimary(first) ? first : await askAgain(worker, input, recorder, first, signal);
    const read = ledgers.flatMap(({ server, rows }) => (rows === null ? [] : [{ server, rows }]));
    const rows = Math.max(0, ...read.map((one) => one.rows.flat().length));
    const servers = read.map(({ server }) => server).join(", ");
    return { kind: "done", detail: message("detail.drill_ledger", { rows, servers }) };
  },
});

/** What was told before stays until the primary is among those who answer, and after that of those that fell silent meanwhile. */
async function askAgain(
  worker: WorkerContext,
  input: DrillInput,
  recorder: DrillRecorder,
  first: readonly DrillLedger[],
  signal: AbortSignal,
): Promise<readonly DrillLedger[]> {
  const again = await poll({ everyMs: 1_000, limitMs: primaryLimitMs, signal }, async () => {
    const fromMs = performance.now();
    const ledgers = await readLedgers(worker, input, signal);
    if (!hasPrimary(ledgers)) return null;
    return recorder.noteLedgers(ledgers, fromMs);
  });
  return again ?? first;
}

function hasPrimary(ledgers: readonly DrillLedger[]): boolean {
  return ledgers.some(({ isPrimary, rows }) => isPrimary && rows !== null);
}

/**
 * Asks every server for the clients' rows and has them recorded, with when they were asked; meanwhile for its error log too, for one that is
 * started again may have it no more.
 */
export async function noteLedgers(
  worker: WorkerContext,
  input: DrillInput,
  recorder: DrillRecorder,
  signal: AbortSignal,
): Promise<readonly DrillLedger[]> {
  const fromMs = performance.now();
  const read = readLedgers(worker, input, signal);
  const [ledgers] = await Promise.all([
    read.then((told) => recorder.noteLedgers(told, fromMs)),
    noteErrorLogs(worker, input, recorder, signal, logsLimitMs),
  ]);
  return ledgers;
}
