"use client";

import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { CopyButton } from "./copy-button";

/** Properties of {@link CodeBlock}. */
export interface CodeBlockProps {
  readonly code: string;
  /** Shell lines get a prompt that is not copied. */
  readonly language?: "shell" | "sql" | "text";
  /** Says where it runs or what it is: "on db2", "SQL". */
  readonly title?: ReactNode;
  readonly copyLabel?: string;
  /** Breaks long lines instead of scrolling them: for what is read and not run. */
  readonly wraps?: boolean;
  readonly className?: string;
}

/** Commands and SQL, exactly as they run, with a copy button. Long lines scroll inside the block, or break where it `wraps`. */
export function CodeBlock({
  code,
  language = "text",
  title,
  copyLabel,
  wraps = false,
  className,
}: CodeBlockProps): ReactNode {
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <figure className={classNames("min-w-0 max-w-full rounded-lg border border-line bg-sunken", className)}>
      <figcaption
        className={classNames(
          "flex items-center justify-between gap-2 ps-3 pe-1 text-ink-muted text-xs",
          title === undefined ? "float-end h-9" : "h-9 border-line border-b",
        )}
      >
        {title}
        <CopyButton text={code} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-b-lg px-3 py-2 text-ink text-xs leading-5">
        <code>
          {lines.map((line, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
              key={index}
              className={classNames(
                "block min-h-5",
                wraps && "ps-[2ch] -indent-[2ch] whitespace-pre-wrap [overflow-wrap:anywhere]",
              )}
            >
              {language === "shell" && !lines[index - 1]?.endsWith("\\") ? (
                <span aria-hidden className="select-none text-ink-faint">
                  ${" "}
                </span>
              ) : null}
              {language === "sql" ? <SqlLine line={line} /> : line}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}

const SQL_PARTS = /(--.*$|'(?:[^']|'')*'|`[^`]*`|\b[A-Z][A-Z_]+\b)/g;

/** Keywords heavier, strings and comments quieter: weight instead of a rainbow. */
function SqlLine({ line }: { line: string }): ReactNode {
  return line.split(SQL_PARTS).map((part, index) => {
    const key = `${index}:${part}`;
    if (part.startsWith("--")) {
      return (
        <span key={key} className="text-ink-faint">
          {part}
        </span>
      );
    }
    if (part.startsWith("'") || part.startsWith("`")) {
      return (
        <span key={key} className="text-ok-ink">
          {part}
        </span>
      );
    }
    if (/^[A-Z][A-Z_]+$/.test(part)) {
      return (
        <span key={key} className="font-medium text-accent-ink">
          {part}
        </span>
      );
    }
    return part;
  });
}
