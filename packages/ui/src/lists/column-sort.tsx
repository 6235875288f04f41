"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { BareLink } from "../controls/link";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";

/** Which way a column is sorted. */
export type SortDirection = "ascending" | "descending";

/** How a header sorts: by a URL (lists sort through the URL) or by a call. */
export type ColumnSort =
  | { readonly kind: "link"; readonly href: string; readonly direction?: SortDirection | undefined }
  | { readonly kind: "call"; readonly onSort: () => void; readonly direction?: SortDirection | undefined };

/** Properties of {@link SortControl}. */
export interface SortControlProps {
  readonly label: string;
  readonly sort: ColumnSort;
  /** Marks the one that the list is sorted by. A header needs no mark: its cell has `aria-sort`. */
  readonly marksCurrent?: boolean;
  readonly className?: string | undefined;
}

/** What a reader sorts a list with: a link or a button, its arrow telling which way the list runs now. */
export function SortControl({ label, sort, marksCurrent = false, className }: SortControlProps): ReactNode {
  const { labels } = useUi();
  const isCurrent = sort.direction !== undefined;
  const Icon = !isCurrent ? ChevronsUpDown : sort.direction === "ascending" ? ArrowUp : ArrowDown;
  const shared = {
    title: sort.direction === "ascending" ? labels.sortDescending : labels.sortAscending,
    className: classNames(
      "inline-flex items-center gap-1 rounded-sm hover:text-ink",
      isCurrent && "text-ink",
      className,
    ),
    ...(marksCurrent && isCurrent ? { "aria-current": "true" as const } : {}),
  };
  const content = (
    <>
      {label}
      <Icon aria-hidden className={classNames("size-3", !isCurrent && "opacity-60")} />
    </>
  );
  return sort.kind === "link" ? (
    <BareLink href={sort.href} {...shared} keepsPlace>
      {content}
    </BareLink>
  ) : (
    <button type="button" onClick={sort.onSort} {...shared}>
      {content}
    </button>
  );
}

/** One column by which a list can be sorted. */
export interface SortChoice {
  readonly id: string;
  readonly header: string;
  readonly sort: ColumnSort;
}

/** What the headers sort by, in one row: for a list that shows no headers. */
export function SortRow({
  choices,
  className,
}: {
  readonly choices: readonly SortChoice[];
  readonly className?: string;
}): ReactNode {
  const { labels } = useUi();
  const labelId = useId();
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-x-2 border-line border-b px-4 py-1 text-ink-muted text-xs",
        className,
      )}
    >
      <span id={labelId} className="inline-flex min-h-8 items-center">
        {labels.sortBy}
      </span>
      <ul aria-labelledby={labelId} className="-mx-1.5 flex flex-wrap items-center gap-x-1 font-medium">
        {choices.map(({ id, header, sort }) => (
          <li key={id}>
            <SortControl label={header} sort={sort} marksCurrent className="min-h-8 px-1.5" />
          </li>
        ))}
      </ul>
    </div>
  );
}
