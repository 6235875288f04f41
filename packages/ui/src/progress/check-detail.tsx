import type { ReactNode } from "react";
import type { CheckResult } from "./check-state";

/** The names of a result's parts, in the reader's language. */
export interface CheckDetailLabels {
  readonly evidence: string;
  readonly reason: string;
  readonly remedy: string;
}

/** What was seen, why it matters, what to do, and the fix. */
export function CheckDetail({
  result,
  labels,
}: {
  result: CheckResult;
  labels: CheckDetailLabels;
}): ReactNode {
  const parts = [
    { key: "evidence", label: labels.evidence, content: result.evidence },
    { key: "reason", label: labels.reason, content: result.reason },
    { key: "remedy", label: labels.remedy, content: result.remedy },
  ].filter((part) => part.content !== undefined);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="flex flex-col gap-2">
        {parts.map((part) => (
          <div key={part.key} className="flex flex-col gap-0.5">
            <dt className="text-ink-muted text-xs">{part.label}</dt>
            <dd className="min-w-0 max-w-prose text-ink [overflow-wrap:anywhere]">{part.content}</dd>
          </div>
        ))}
      </dl>
      {result.action === undefined ? null : <div className="flex flex-wrap gap-2">{result.action}</div>}
    </div>
  );
}
