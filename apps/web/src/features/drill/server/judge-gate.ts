import {
  type DrillDetail,
  isFinished,
  type Operation,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { noDrill } from "./drill-file-routes";

/** How soon a pipeline asks again. */
const askAgainSeconds = 5;

/**
 * What a pipeline is told of a drill: the drill itself where it passed and the cluster is healed, else why not. One that waits or runs may be
 * asked again; an operation that is no drill is not found.
 */
export function judgeGate(
  drill: DrillDetail | null,
  operation: Pick<Operation, "kind" | "state"> | null,
): DrillDetail | Refusal {
  const ordered = operation?.kind === "drill" ? operation : null;
  if (drill === null && ordered === null) return noDrill;
  // Where its operation has ended, nothing more comes of it.
  const isUnderWay = ordered === null ? drill?.state === "running" : !isFinished(ordered.state);
  if (isUnderWay) return refuse("drill_running", [], { seconds: askAgainSeconds });
  if (drill === null) return refuse("drill_not_passed", [problemDetail("", "drill_not_begun")]);
  const reasons = listReasons(drill);
  return reasons.length === 0 ? drill : refuse("drill_not_passed", reasons);
}

function listReasons({ verdict, heal, proxy, target }: DrillDetail): ProblemDetail[] {
  const reasons: ProblemDetail[] = [];
  if (heal !== "healed")
    reasons.push(problemDetail("", "drill_unhealed", { host: proxy?.host ?? target.name }));
  if (verdict === null) reasons.push(problemDetail("", "drill_no_verdict"));
  else if (verdict.kind !== "passed")
    reasons.push({ path: "", code: verdict.kind, message: verdict.sentence });
  return reasons;
}
