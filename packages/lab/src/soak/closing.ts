import type { LabHost } from "../host/lab-host";
import { listDatabases } from "./group-care";
import { checkLedger } from "./ledger";
import { readRows } from "./load";
import type { SittingEnd } from "./outcome";
import { describeOwn, readOwnTransactions } from "./own-transactions";
import { type KeptPromises, readPromises } from "./promises";
import type { SoakSetting } from "./run-fault";

/** So many faults at once: what one server answers must stay far below the limit of a command's output. */
const faultsAtOnce = 5;

/**
 * The end of a sitting: every row that clients were promised in this lab, also in earlier sittings, is read again on every
 * server, and the watch of the kernels is heard to its end. What could not be read is a violation.
 */
export async function endSitting(
  setting: SoakSetting,
  kept: readonly KeptPromises[],
  signal: AbortSignal,
): Promise<SittingEnd> {
  const violations: string[] = [];
  const { dualHolderMs, hole } = await setting.watch.report();
  if (hole !== null) violations.push(hole);
  const lab = setting.lab.state.groupName;
  const own = kept.filter((one) => one.lab === lab);
  const verified: number[] = [];
  const lostWrites: string[] = [];
  const phantomWrites: string[] = [];
  try {
    const alone = await readOwnTransactions(setting.lab, setting.knownTransactions, signal);
    violations.push(...describeOwn(alone));
    for (let from = 0; from < own.length; from += faultsAtOnce) {
      const part = own.slice(from, from + faultsAtOnce);
      const promises = part.flatMap(readPromises);
      const runs = promises.map(({ run }) => run);
      const read = (host: LabHost): ReturnType<typeof readRows> => readRows(host, runs, signal);
      const verdict = checkLedger(promises, await Promise.all(listDatabases(setting.lab).map(read)));
      lostWrites.push(...verdict.lost);
      phantomWrites.push(...verdict.phantom);
      if (verdict.diverged.length > 0)
        violations.push(`at the end ${verdict.diverged.length} rows are not on every server`);
      verified.push(...part.map(({ number }) => number));
    }
  } catch (cause) {
    violations.push(`the rows could not be read again: ${cause instanceof Error ? cause.message : cause}`);
  }
  return { build: setting.build, lab, verified, lostWrites, phantomWrites, dualHolderMs, violations };
}
