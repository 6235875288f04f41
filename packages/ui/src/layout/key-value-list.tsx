import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";

/** One fact. */
export interface KeyValue {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** For addresses and identifiers. */
  readonly mono?: boolean;
}

/** Properties of {@link KeyValueList}. */
export interface KeyValueListProps {
  readonly items: readonly KeyValue[];
  readonly className?: string;
}

/** Facts of one thing, names left, values right; on a narrow place below each other. */
export function KeyValueList({ items, className }: KeyValueListProps): ReactNode {
  return (
    <div className={classNames("@container", className)}>
      <dl className="divide-y divide-line text-sm">
        {items.map((item) => (
          <div key={item.key} className="grid gap-x-4 py-1.5 @xs:grid-cols-[minmax(7rem,2fr)_5fr]">
            <dt className="text-ink-muted">{item.label}</dt>
            <dd
              className={classNames(
                "min-w-0 text-ink [overflow-wrap:anywhere]",
                item.mono && "font-mono text-xs leading-5",
              )}
            >
              {item.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
