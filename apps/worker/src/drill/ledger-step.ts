import { message } from "@primacy/contract";
import type { DrillInput, DrillLedger } from "@primacy/core/drill";
import type { WorkerContext } from "../context";
import { defineStep } from "../operation/executor";
import { readLedgers } from "./client-rows";
import type { DrillRecorder } from "./drill-recorder";
import { requireRecorder } from "./measure-step";
import { DrillStepInput } from "./step-input";

/** Reads the clients' rows from every server before anything is healed: a server that joins again loses what it alone had. */
export const ledgerStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute({ worker }, input, signal) {
    const recorder = requireRecorder(input);
    const ledgers = await noteLedgers(worker, input, recorder, signal);
    const read = ledgers.flatMap(({ server, rows }) => (rows === null ? [] : [{ server, rows }]));
    const rows = Math.max(0, ...read.map((one) => one.rows.flat().length));
    const servers = read.map(({ server }) => server).join(", ");
    return { kind: "done", detail: message("detail.drill_ledger", { rows, servers }) };
  },
});

/** Asks every server for the clients' rows and has them recorded, with when they were asked. */
export async function noteLedgers(
  worker: WorkerContext,
  input: DrillInput,
  recorder: DrillRecorder,
  signal: AbortSignal,
): Promise<readonly DrillLedger[]> {
  const fromMs = performance.now();
  const ledgers = await readLedgers(worker, input, signal);
  recorder.noteLedgers(ledgers, fromMs);
  return ledgers;
}
