import type { CheckReport, CheckResult } from "../check/check";
import type { CheckCount } from "./declare";

/** What a report of checks found. */
export function countReport({
  report: { checks },
}: {
  readonly report: Pick<CheckReport, "checks">;
}): CheckCount {
  const count = (of: CheckResult): number => checks.filter(({ result }) => result === of).length;
  return { failed: count("fail"), warned: count("warn") };
}

/** Of what has no parts that could be wrong: an operation that could look has succeeded. */
export function countNothing(): null {
  return null;
}
