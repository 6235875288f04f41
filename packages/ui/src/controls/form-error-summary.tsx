"use client";

import { OctagonX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../foundation/class-names";

/** One problem of a form. */
export interface FormProblem {
  readonly message: ReactNode;
  /** The id of the Field that it belongs to; without one the problem is about the whole form. */
  readonly fieldId?: string;
}

/** Properties of {@link FormErrorSummary}. */
export interface FormErrorSummaryProps {
  readonly title: ReactNode;
  readonly problems: readonly FormProblem[];
  readonly className?: string;
}

/** Every problem of a refused form in one place. It takes the focus when it appears; each item leads to its field. */
export function FormErrorSummary({ title, problems, className }: FormErrorSummaryProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const count = problems.length;
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);
  if (count === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={classNames(
        "rounded-lg border border-failed-line bg-failed-soft px-4 py-3 text-sm",
        className,
      )}
    >
      <p className="flex items-center gap-2 font-medium text-failed-ink">
        <OctagonX aria-hidden className="size-4 shrink-0" />
        {title}
      </p>
      <ul className="mt-1.5 flex list-disc flex-col gap-0.5 ps-10 text-ink">
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity of their own
          <li key={index} className="[overflow-wrap:anywhere]">
            {problem.fieldId === undefined ? (
              problem.message
            ) : (
              <a href={`#${problem.fieldId}`} className="underline underline-offset-3" onClick={focusField}>
                {problem.message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Following the fragment would only scroll; the reader wants to type. */
function focusField(event: React.MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
