"use client";

import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { type ReactNode, useState } from "react";
import { classNames } from "../foundation/class-names";
import { CheckDetail, type CheckDetailLabels } from "./check-detail";
import { CHECK_STYLES, type CheckResult, hasCheckDetail } from "./check-state";

/** One check with its result. */
export interface CheckItem extends CheckResult {
  readonly id: string;
  /** What is checked, as a statement that is true when it passes. */
  readonly title: ReactNode;
}

/** Properties of {@link CheckList}. */
export interface CheckListProps {
  readonly label: string;
  readonly checks: readonly CheckItem[];
  readonly detailLabels: CheckDetailLabels;
  readonly className?: string;
}

/** Checks with evidence and remedy. What failed or warns is unfolded, what passed is one line. */
export function CheckList({ label, checks, detailLabels, className }: CheckListProps): ReactNode {
  return (
    <ul aria-label={label} className={classNames("divide-y divide-line", className)}>
      {checks.map((check) => (
        <li key={check.id}>
          <CheckRow check={check} labels={detailLabels} />
        </li>
      ))}
    </ul>
  );
}

function CheckRow({ check, labels }: { check: CheckItem; labels: CheckDetailLabels }): ReactNode {
  const loud = check.state === "fail" || check.state === "warn";
  // Null until the reader chooses: a result that arrives later still unfolds by itself.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const style = CHECK_STYLES[check.state];
  const Icon = style.icon;
  const line = (
    <>
      <Icon
        aria-hidden
        strokeWidth={2.25}
        className={classNames("size-4 shrink-0", style.ink, style.spins && "animate-spin")}
      />
      <span
        className={classNames("min-w-0 flex-1 text-start [overflow-wrap:anywhere]", loud && "font-medium")}
      >
        {check.title}
      </span>
      <span className={classNames("shrink-0 font-medium text-xs", style.ink)}>{check.stateLabel}</span>
    </>
  );
  if (!hasCheckDetail(check))
    return <div className="flex min-h-9 items-center gap-3 py-1.5 pe-7 text-sm">{line}</div>;
  return (
    <Collapsible.Root open={chosen ?? loud} onOpenChange={setChosen}>
      <Collapsible.Trigger className="group flex min-h-9 w-full items-center gap-3 rounded-sm py-1.5 text-sm hover:bg-sunken">
        {line}
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform duration-100 group-data-[state=open]:rotate-90"
        />
      </Collapsible.Trigger>
      <Collapsible.Content className="ps-7 pe-7 pt-1.5 pb-4">
        <CheckDetail result={check} labels={labels} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
