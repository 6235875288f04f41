import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES, type Tone } from "../foundation/tone";

/** Something that happened. */
export interface TimelineEvent {
  readonly id: string;
  readonly title: ReactNode;
  readonly tone: Tone;
  /** The tone's word for this event, read aloud. */
  readonly toneLabel: string;
  /** Local time. */
  readonly time: string;
  /** With the zone, on hover. */
  readonly timeTitle?: string;
  /** ISO 8601 in UTC. */
  readonly dateTime?: string;
  readonly detail?: ReactNode;
  /** In place of the tone's icon, in the tone's colour. */
  readonly icon?: ReactNode;
}

/** Events of one day or span under a heading. */
export interface TimelineGroup {
  readonly id: string;
  /** "Today", "20 November"; null draws none. */
  readonly heading: string | null;
  readonly events: readonly TimelineEvent[];
}

/** Properties of {@link Timeline}. */
export interface TimelineProps {
  readonly label: string;
  readonly groups: readonly TimelineGroup[];
  readonly className?: string;
}

/** What happened, newest first: role changes, moves of an address, members lost. */
export function Timeline({ label, groups, className }: TimelineProps): ReactNode {
  return (
    <section aria-label={label} className={classNames("@container flex flex-col gap-4", className)}>
      {groups.map((group) => (
        <div key={group.id} className="flex flex-col gap-2">
          {group.heading === null ? null : (
            <h3 className="font-medium text-ink-muted text-xs">{group.heading}</h3>
          )}
          <ol className="flex flex-col">
            {group.events.map((event) => (
              <TimelineRow key={event.id} event={event} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function TimelineRow({ event }: { event: TimelineEvent }): ReactNode {
  const style = TONE_STYLES[event.tone];
  const Icon = style.icon;
  return (
    <li className="group/event grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 text-sm @md:grid-cols-[5.5rem_1.25rem_minmax(0,1fr)]">
      <time
        dateTime={event.dateTime}
        title={event.timeTitle}
        className="hidden pt-px text-ink-muted text-xs leading-5 @md:block"
      >
        {event.time}
      </time>
      <span className="relative flex justify-center">
        <span aria-hidden className="absolute top-6 bottom-0 w-px bg-line group-last/event:hidden" />
        <span className={classNames("mt-0.5 h-4 [&>svg]:size-4", style.ink)}>
          {event.icon ?? <Icon aria-hidden strokeWidth={2.25} />}
        </span>
      </span>
      <div className="flex min-w-0 flex-col pb-3 group-last/event:pb-0">
        <span className="text-ink [overflow-wrap:anywhere]">
          <span className="sr-only">{event.toneLabel}: </span>
          {event.title}
        </span>
        {event.detail === undefined ? null : <div className="text-ink-muted text-xs">{event.detail}</div>}
        <time dateTime={event.dateTime} title={event.timeTitle} className="text-ink-muted text-xs @md:hidden">
          {event.time}
        </time>
      </div>
    </li>
  );
}
