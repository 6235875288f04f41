"use client";

import type { CheckFix, CheckReport } from "@primacy/contract";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import type { FixOf } from "./fix-buttons";

/** What a check found that can be mended at once, each with its button; nothing where there is none. */
export function FixableChecks({
  report,
  fixOf,
}: {
  readonly report: CheckReport;
  readonly fixOf: FixOf;
}): ReactNode {
  const text = useMessageText();
  // A check of every member asks for the same fix each time: it mends them all, so it stands once.
  const known = new Set<CheckFix>();
  const shown = report.checks.flatMap(({ fix, evidence }) => {
    if (fix === null || known.has(fix)) return [];
    known.add(fix);
    const button = fixOf(fix);
    return button === null ? [] : [{ fix, evidence, button }];
  });
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3">
      {shown.map(({ fix, evidence, button }) => (
        <li key={fix} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <span className="min-w-0 flex-1 basis-64 text-ink-muted text-sm [overflow-wrap:anywhere]">
            {text(evidence)}
          </span>
          {button}
        </li>
      ))}
    </ul>
  );
}
