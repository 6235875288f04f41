import { message } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import { defineStep } from "../operation/executor";
import { readLedgers } from "./client-rows";
import { requireRecorder } from "./measure-step";
import { DrillStepInput } from "./step-input";

/** Reads the clients' rows from every server before anything is healed: a server that joins again loses what it alone had. */
export const ledgerStep = defineStep<DrillInput>({
  input: DrillStepInput,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute({ worker }, input, signal) {
    const recorder = requireRecorder(input);
    const fromMs = performance.now();
    const ledgers = await readLedgers(worker, input, signal);
    recorder.noteLedgers(ledgers, fromMs);
    const read = ledgers.flatMap(({ server, rows }) => (rows === null ? [] : [{ server, rows }]));
    const rows = Math.max(0, ...read.map((one) => one.rows.flat().length));
    const servers = read.map(({ server }) => server).join(", ");
    return { kind: "done", detail: message("detail.drill_ledger", { rows, servers }) };
  },
});
