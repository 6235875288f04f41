import {
  checkLedger,
  countAnswers,
  type LedgerRow,
  type LedgerVerdict,
  listPromises,
  measurePathGap,
} from "@primacy/core/drill";
import type { PathRecord } from "./load";
import type { PathName, PathOutcome, PathOutcomes } from "./paths";

/** What is known at the end of one fault of every way to the primary. */
export interface PathsSeen {
  readonly records: readonly PathRecord[];
  /** The rows of all clients, one list per server. */
  readonly copies: readonly (readonly LedgerRow[])[];
  /** How often each way had to be started anew before the fault; absent where never. */
  readonly restarts: ReadonlyMap<PathName, number>;
  readonly actedMs: number;
  readonly endedMs: number;
}

/** What each way went through, and which rows of the VIP's and the direct clients only some servers have. */
export function judgePaths(seen: PathsSeen): {
  readonly paths: PathOutcomes;
  readonly diverged: readonly string[];
} {
  const judge = (path: PathName): { outcome: PathOutcome; diverged: readonly string[] } => {
    const own = seen.records.filter((one) => one.path === path);
    const { lost, phantom, diverged } = checkRows(own, seen.copies);
    const answers = own.map(countAnswers);
    const sum = (of: "acked" | "refused" | "unknown"): number =>
      answers.reduce((total, one) => total + one[of], 0);
    const gap = measurePathGap(
      own.map(({ attempts }) => attempts),
      seen,
    );
    const outcome = {
      ...gap,
      ...{ acked: sum("acked"), refused: sum("refused"), unknown: sum("unknown") },
      ...{ lostWrites: [...lost], phantomWrites: [...phantom], restarts: seen.restarts.get(path) ?? 0 },
    };
    return { outcome, diverged };
  };
  const [vip, direct] = [judge("vip"), judge("direct")];
  const [router, haproxy] = [judge("router").outcome, judge("haproxy").outcome];
  return {
    paths: { vip: vip.outcome, router, haproxy, direct: direct.outcome },
    diverged: [...vip.diverged, ...direct.diverged],
  };
}

/** Compares what some clients were promised with their own rows on each server. */
function checkRows(clients: readonly PathRecord[], copies: readonly (readonly LedgerRow[])[]): LedgerVerdict {
  const runs = new Set(clients.map(({ run }) => run));
  return checkLedger(
    listPromises(clients),
    copies.map((rows) => rows.filter(({ run }) => runs.has(run))),
  );
}
