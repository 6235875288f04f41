import { checkLedger, judgeAddressAnswers, type LedgerRow, type LedgerVerdict } from "@primacy/core/drill";
import type { LabHost } from "../host/lab-host";
import { listDatabases } from "./group-care";
import { readRows } from "./load";
import type { SittingEnd } from "./outcome";
import { describeOwn, readOwnTransactions } from "./own-transactions";
import type { PathName, WrongRows } from "./paths";
import { type KeptPromises, type PathPromise, readPromises } from "./promises";
import type { SoakSetting } from "./run-fault";
import { listWireViolations } from "./run-wire";

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
  const asked = await setting.wire.report(signal);
  const heardOnWire = judgeAddressAnswers(asked, setting.wire.hostOf, null);
  const { dualHolderMs, hole } = await setting.watch.report();
  if (hole !== null) violations.push(hole);
  violations.push(...listWireViolations(asked, heardOnWire));
  const lab = setting.lab.state.groupName;
  const own = kept.filter((one) => one.lab === lab);
  const verified: number[] = [];
  const found = new Map<PathName, WrongRows>();
  const of = (path: PathName): WrongRows => {
    const known = found.get(path) ?? { lostWrites: [], phantomWrites: [] };
    found.set(path, known);
    return known;
  };
  try {
    const alone = await readOwnTransactions(setting.lab, setting.knownTransactions, signal);
    violations.push(...describeOwn(alone));
    for (let from = 0; from < own.length; from += faultsAtOnce) {
      const part = own.slice(from, from + faultsAtOnce);
      const promises = part.flatMap(readPromises);
      const runs = promises.map(({ run }) => run);
      const read = (host: LabHost): ReturnType<typeof readRows> => readRows(host, runs, signal);
      const copies = await Promise.all(listDatabases(setting.lab).map(read));
      for (const [path, { lost, phantom, diverged }] of checkByPath(promises, copies)) {
        of(path).lostWrites.push(...lost);
        of(path).phantomWrites.push(...phantom);
        if (isJudged(path) && diverged.length > 0)
          violations.push(`at the end ${diverged.length} rows are not on every server`);
      }
      verified.push(...part.map(({ number }) => number));
    }
  } catch (cause) {
    violations.push(`the rows could not be read again: ${cause instanceof Error ? cause.message : cause}`);
  }
  const lostWrites = [...of("vip").lostWrites, ...of("direct").lostWrites];
  const phantomWrites = [...of("vip").phantomWrites, ...of("direct").phantomWrites];
  const beside = { router: of("router"), haproxy: of("haproxy") };
  const rows = { verified, lostWrites, phantomWrites, beside };
  return { build: setting.build, lab, ...rows, dualHolderMs, wire: heardOnWire.wire, violations };
}

/** The rows of each way by themselves. */
function checkByPath(
  promises: readonly PathPromise[],
  copies: readonly (readonly LedgerRow[])[],
): Map<PathName, LedgerVerdict> {
  const paths = [...new Set(promises.map(({ path }) => path))];
  return new Map(
    paths.map((path) => {
      const own = promises.filter((one) => one.path === path);
      const runs = new Set(own.map(({ run }) => run));
      const rows = copies.map((copy) => copy.filter(({ run }) => runs.has(run)));
      return [path, checkLedger(own, rows)] as const;
    }),
  );
}

/** The other ways are compared with the VIP: what they lose is told and fails nothing. */
function isJudged(path: PathName): boolean {
  return path === "vip" || path === "direct";
}
