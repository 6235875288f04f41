import { MonitorSmartphone, Waypoints } from "lucide-react";
import { type ReactNode, useId } from "react";
import { StatusPip } from "../feedback/status-pip";
import { classNames } from "../foundation/class-names";
import type { TopologyEntry } from "./types";

/** Properties of {@link EntryView}. */
export interface EntryViewProps {
  readonly entry: TopologyEntry;
  readonly selected: boolean;
  readonly onSelect: (() => void) | undefined;
}

/** Clients, or a relay between them and the hosts. */
export function EntryView({ entry, selected, onSelect }: EntryViewProps): ReactNode {
  const describedBy = useId();
  return (
    <div
      className={classNames(
        "relative flex h-[52px] items-center gap-2.5 border bg-surface px-3",
        entry.tier === "clients" ? "rounded-full border-line-strong ps-4" : "rounded-lg border-line-strong",
        entry.tone === "failed" && "border-failed-solid",
        entry.tone === "unknown" && "border-unknown-solid border-dashed bg-sunken",
        selected && "outline-2 outline-focus outline-offset-2",
      )}
    >
      {onSelect === undefined ? (
        <p className="sr-only">{entry.description}</p>
      ) : (
        <>
          <button
            type="button"
            aria-label={entry.title}
            aria-describedby={describedBy}
            aria-pressed={selected}
            onClick={onSelect}
            className={classNames(
              "pointer-events-auto absolute inset-0 hover:ring-1 hover:ring-line-control hover:ring-inset",
              entry.tier === "clients" ? "rounded-full" : "rounded-[7px]",
            )}
          />
          <p id={describedBy} className="sr-only">
            {entry.description}
          </p>
        </>
      )}
      <span aria-hidden className="shrink-0 text-ink-muted [&>svg]:size-4">
        {entry.icon ?? (entry.tier === "clients" ? <MonitorSmartphone /> : <Waypoints />)}
      </span>
      <span aria-hidden className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium text-ink text-sm leading-5">{entry.title}</span>
        {entry.subtitle === undefined ? null : (
          <span className="truncate font-mono text-2xs text-ink-muted">{entry.subtitle}</span>
        )}
      </span>
      {entry.tone === "ok" ? null : (
        <span aria-hidden>
          <StatusPip tone={entry.tone} label={entry.toneLabel} className="text-xs" />
        </span>
      )}
    </div>
  );
}
