import { Check, Circle, CircleSlash, LoaderCircle, type LucideIcon, OctagonX, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../feedback/badge";
import { classNames } from "../foundation/class-names";
import { Elapsed } from "./elapsed";

/** Where one step of a plan stands. */
export type PlanStepState = "pending" | "running" | "done" | "failed" | "undone" | "skipped";

/** One step. */
export interface PlanStep {
  readonly id: string;
  /** What it does, as a sentence. */
  readonly title: ReactNode;
  readonly state: PlanStepState;
  /** The state's word; read aloud, and drawn where it is not plain from the icon. */
  readonly stateLabel: string;
  /** The host that it changes; drawn where the title does not name it. */
  readonly host?: string;
  /** How long it took, or is predicted to take. */
  readonly duration?: string;
  /** Ticks while running: when it began, in milliseconds of this browser's clock. */
  readonly runningSinceMs?: number;
  /** Output, a reason, the exact command. */
  readonly detail?: ReactNode;
}

/** Properties of {@link PlanList}. */
export interface PlanListProps {
  readonly label: string;
  readonly steps: readonly PlanStep[];
  readonly className?: string;
}

interface StepStyle {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly title: string;
  readonly showsWord: boolean;
}

const STEP_STYLES: Readonly<Record<PlanStepState, StepStyle>> = {
  pending: { icon: Circle, ink: "text-line-control", title: "text-ink", showsWord: false },
  running: { icon: LoaderCircle, ink: "text-busy-ink", title: "font-medium text-ink", showsWord: false },
  done: { icon: Check, ink: "text-ok-ink", title: "text-ink", showsWord: false },
  failed: { icon: OctagonX, ink: "text-failed-ink", title: "font-medium text-failed-ink", showsWord: true },
  undone: { icon: Undo2, ink: "text-warning-ink", title: "text-ink-muted", showsWord: true },
  skipped: { icon: CircleSlash, ink: "text-unknown-ink", title: "text-ink-muted", showsWord: true },
};

/** What an operation will do, step by step; while it runs, the same list ticks. */
export function PlanList({ label, steps, className }: PlanListProps): ReactNode {
  return (
    <ol aria-label={label} className={classNames("flex flex-col", className)}>
      {steps.map((step, index) => (
        <PlanRow key={step.id} step={step} last={index === steps.length - 1} />
      ))}
    </ol>
  );
}

function PlanRow({ step, last }: { step: PlanStep; last: boolean }): ReactNode {
  const style = STEP_STYLES[step.state];
  const Icon = style.icon;
  return (
    <li
      aria-current={step.state === "running" ? "step" : undefined}
      className="relative flex gap-3 pb-3 text-sm last:pb-0"
    >
      {last ? null : <span aria-hidden className="absolute start-[9px] top-6 bottom-0 w-px bg-line-strong" />}
      <span className="mt-0.5 grid size-[19px] shrink-0 place-items-center">
        <Icon
          aria-hidden
          strokeWidth={step.state === "pending" ? 2 : 2.25}
          className={classNames(
            style.ink,
            step.state === "pending" ? "size-3" : "size-4",
            step.state === "running" && "animate-spin",
          )}
        />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <span className={classNames("min-w-0 [overflow-wrap:anywhere]", style.title)}>{step.title}</span>
          {step.host === undefined || isNamed(step.host, step.title) ? null : <Badge mono>{step.host}</Badge>}
          <span className={style.showsWord ? classNames("font-medium text-xs", style.ink) : "sr-only"}>
            {step.stateLabel}
          </span>
        </div>
        {step.detail === undefined ? null : (
          <div className="min-w-0 text-ink-muted text-xs [overflow-wrap:anywhere]">{step.detail}</div>
        )}
      </div>
      <StepTime step={step} />
    </li>
  );
}

const BEGINS_IN_NAME = /^[\p{Script=Latin}\p{N}_-]/u;
const ENDS_IN_NAME = /[\p{Script=Latin}\p{N}_.-]$/u;

/** Whether the title says the host already: a name in it, not a part of a longer one. */
function isNamed(host: string, title: ReactNode): boolean {
  if (typeof title !== "string") return false;
  const around = title.split(host);
  return around
    .slice(1)
    .some((after, index) => !ENDS_IN_NAME.test(around[index] ?? "") && !BEGINS_IN_NAME.test(after));
}

function StepTime({ step }: { step: PlanStep }): ReactNode {
  const className = "shrink-0 text-ink-muted text-xs leading-5 tabular-nums";
  if (step.state === "running" && step.runningSinceMs !== undefined) {
    return <Elapsed sinceMs={step.runningSinceMs} className={className} />;
  }
  return step.duration === undefined ? null : <span className={className}>{step.duration}</span>;
}
