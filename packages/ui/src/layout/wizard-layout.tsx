import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { Stepper, type WizardStep } from "./stepper";

/** Properties of {@link WizardLayout}. */
export interface WizardLayoutProps {
  readonly stepsLabel: string;
  readonly steps: readonly WizardStep[];
  /** This step's form. */
  readonly children: ReactNode;
  /** What will change, where, and for how long writes stop. It follows the form as the reader types. */
  readonly consequence: ReactNode;
  readonly consequenceTitle: ReactNode;
  /** Back and next, the main one last. */
  readonly footer: ReactNode;
  readonly className?: string;
}

/** Steps on the left, the question in the middle, its consequence on the right; below each other on a phone. */
export function WizardLayout(props: WizardLayoutProps): ReactNode {
  return (
    <div
      className={classNames(
        "grid gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[11rem_minmax(0,1fr)_20rem]",
        props.className,
      )}
    >
      <Stepper label={props.stepsLabel} steps={props.steps} />
      <div className="flex min-w-0 max-w-[44rem] flex-col gap-6">
        {props.children}
        <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t pt-4 empty:hidden">
          {props.footer}
        </div>
      </div>
      <aside className="min-w-0 lg:col-start-2 xl:col-start-3 xl:row-start-1">
        <div className="flex flex-col gap-3 rounded-lg border border-line bg-sunken p-4 text-sm xl:sticky xl:top-20">
          <h2 className="font-semibold text-ink text-sm">{props.consequenceTitle}</h2>
          {props.consequence}
        </div>
      </aside>
    </div>
  );
}
