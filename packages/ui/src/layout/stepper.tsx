import { Check, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";

/** Where a wizard's step stands. */
export type WizardStepState = "done" | "current" | "upcoming" | "failed";

/** One step of a wizard. */
export interface WizardStep {
  readonly id: string;
  readonly label: string;
  /** The state's word, read aloud. */
  readonly stateLabel: string;
  readonly state: WizardStepState;
  /** What was chosen there. */
  readonly summary?: ReactNode;
  /** The way back to a step that is done. */
  readonly href?: string;
}

/** Properties of {@link Stepper}. */
export interface StepperProps {
  readonly label: string;
  readonly steps: readonly WizardStep[];
  readonly className?: string;
}

/** A wizard's steps with what was chosen; steps that are done lead back. In a narrow place they stand in a row. */
export function Stepper({ label, steps, className }: StepperProps): ReactNode {
  return (
    <nav aria-label={label} className={className}>
      <ol className="flex gap-4 overflow-x-auto lg:flex-col lg:gap-0 lg:overflow-visible">
        {steps.map((step, index) => (
          <li
            key={step.id}
            aria-current={step.state === "current" ? "step" : undefined}
            className="group/step relative flex shrink-0 gap-2.5 text-sm lg:pb-5 lg:last:pb-0"
          >
            <span
              aria-hidden
              className="absolute start-[11px] top-7 bottom-1 hidden w-px bg-line-strong group-last/step:hidden lg:block"
            />
            <StepMark number={index + 1} state={step.state} />
            <div className="flex min-w-0 flex-col pt-0.5">
              <StepLabel step={step} />
              <span className="sr-only">{step.stateLabel}</span>
              {step.summary === undefined ? null : (
                <span className="hidden text-ink-muted text-xs lg:block">{step.summary}</span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepMark({ number, state }: { number: number; state: WizardStepState }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-[23px] shrink-0 place-items-center rounded-full border font-medium text-2xs",
        state === "done" && "border-ok-line bg-ok-soft text-ok-ink",
        state === "current" && "border-accent bg-accent text-on-accent",
        state === "upcoming" && "border-line-strong text-ink-muted",
        state === "failed" && "border-failed-line bg-failed-soft text-failed-ink",
      )}
    >
      {state === "done" ? <Check className="size-3" strokeWidth={3} /> : null}
      {state === "failed" ? <OctagonX className="size-3" strokeWidth={2.5} /> : null}
      {state === "current" || state === "upcoming" ? number : null}
    </span>
  );
}

function StepLabel({ step }: { step: WizardStep }): ReactNode {
  const className = classNames(
    "whitespace-nowrap lg:whitespace-normal",
    step.state === "current" ? "font-medium text-ink" : "text-ink-muted",
  );
  if (step.href === undefined) return <span className={className}>{step.label}</span>;
  return (
    <BareLink href={step.href} className={classNames(className, "rounded-xs hover:text-ink hover:underline")}>
      {step.label}
    </BareLink>
  );
}
