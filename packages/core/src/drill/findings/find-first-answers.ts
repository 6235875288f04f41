import type { DrillEndpointOutcome, ProbeLane } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import type { DrillRecord } from "./drill-record";
import { roundMs } from "./drill-zero";
import { listAnswers, notBegun, type WayAttempts } from "./way-attempts";

/**
 * When after the fault the first login, read and write were answered by the way as it is now, each with its error: the way may have been
 * there since the last attempt that it did not answer began, and clocks may differ. Milliseconds from the fault.
 */
export function findFirstAnswers(record: DrillRecord, way: WayAttempts): DrillEndpointOutcome["firstAfter"] {
  const [login, read, write] = (["login", "read", "write"] as const).map((lane) =>
    findFirstAnswer(record, way[lane]),
  );
  return {
    ...{ loginMs: login?.ms ?? null, readMs: read?.ms ?? null, writeMs: write?.ms ?? null },
    ...(login == null ? {} : { loginErrorMs: login.errorMs }),
    ...(read == null ? {} : { readErrorMs: read.errorMs }),
    ...(write == null ? {} : { writeErrorMs: write.errorMs }),
  };
}

function findFirstAnswer(
  record: DrillRecord,
  attempts: WayAttempts[ProbeLane],
): { readonly ms: number; readonly errorMs: number } | null {
  const answers = listAnswers(record, attempts);
  const [first] = answers;
  if (first === undefined) return null;
  const clockMs = record.probe.errorMs + (record.injection?.errorMs ?? 0);
  const lookedMs = first.endedMonotonicMs - lastInVain(attempts, answers, first);
  return { ms: roundMs(first.endedMonotonicMs), errorMs: Math.ceil((lookedMs + clockMs) * 10) / 10 };
}

/** When the last attempt before the first answer began that was none itself; the fault, at the earliest. What was not begun says nothing. */
function lastInVain(
  attempts: readonly WriteAttempt[],
  answers: readonly WriteAttempt[],
  { startedMonotonicMs: answeredMs }: WriteAttempt,
): number {
  const isAnswer = new Set(answers);
  return attempts
    .filter((one) => one.error !== notBegun && !isAnswer.has(one) && one.startedMonotonicMs <= answeredMs)
    .reduce((last, one) => Math.max(last, one.startedMonotonicMs), 0);
}
