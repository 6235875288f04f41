import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";

/** What a check found; "waiting" and "running" before it has. */
export type CheckState = "waiting" | "running" | "pass" | "warn" | "fail" | "skipped";

/** One check's result. */
export interface CheckResult {
  readonly state: CheckState;
  /** The state's word. */
  readonly stateLabel: string;
  /** What was seen. */
  readonly evidence?: ReactNode;
  /** Why it matters. */
  readonly reason?: ReactNode;
  /** What to do about it. */
  readonly remedy?: ReactNode;
  /** The safe fix as a button. */
  readonly action?: ReactNode;
}

/** How one check state is drawn. */
export const CHECK_STYLES: Readonly<
  Record<CheckState, { readonly icon: LucideIcon; readonly ink: string; readonly spins: boolean }>
> = {
  waiting: { icon: CircleDashed, ink: "text-unknown-ink", spins: false },
  running: { icon: LoaderCircle, ink: "text-busy-ink", spins: true },
  pass: { icon: CircleCheck, ink: "text-ok-ink", spins: false },
  warn: { icon: TriangleAlert, ink: "text-warning-ink", spins: false },
  fail: { icon: OctagonX, ink: "text-failed-ink", spins: false },
  skipped: { icon: CircleSlash, ink: "text-unknown-ink", spins: false },
};

/** Whether a result carries something to unfold. */
export function hasCheckDetail(result: CheckResult): boolean {
  return [result.evidence, result.reason, result.remedy, result.action].some((part) => part !== undefined);
}
