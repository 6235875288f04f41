import { type ReactNode, useId } from "react";
import { Age } from "../feedback/age";
import { StatusPip } from "../feedback/status-pip";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES } from "../foundation/tone";
import { WholeEnd } from "../foundation/whole-end";
import { CARD } from "./geometry";
import type { CardTreatment, TopologyCard, TopologyLane, TopologySlot } from "./types";

/** Properties of {@link CardView}. */
export interface CardViewProps {
  readonly card: TopologyCard;
  readonly lanes: readonly TopologyLane[];
  readonly laneRows: ReadonlyMap<string, number>;
  readonly slotRows: number;
  readonly selected: boolean;
  readonly onSelect: (() => void) | undefined;
  /** What a lane carries. The list draws chips here; the canvas draws them above the card, where they can travel. */
  readonly renderLane: (laneId: string) => ReactNode;
}

const FRAMES: Readonly<Record<CardTreatment, string>> = {
  normal: "border-line-strong bg-surface",
  stale: "border-unknown-solid border-dashed bg-sunken",
  "host-dead": "border-failed-solid bg-surface ui-hatch",
  "agent-dead": "border-warning-solid border-dashed bg-surface",
  "database-dead": "border-failed-solid bg-surface",
};

/** One host: who it is, what its database believes, and below it one lane per other witness. */
export function CardView(props: CardViewProps): ReactNode {
  const { card, lanes, laneRows, slotRows, selected, onSelect, renderLane } = props;
  const quiet = card.treatment === "stale" || card.treatment === "host-dead";
  const describedBy = useId();
  return (
    <div
      className={classNames(
        "relative rounded-lg border",
        FRAMES[card.treatment],
        card.emphasis && card.treatment === "normal" && "border-accent ring-1 ring-accent",
        selected && "outline-2 outline-focus outline-offset-2",
      )}
      style={{ minHeight: CARD.header + slotRows * CARD.slot }}
    >
      {/* The description says all of it in sentences; the drawing below would only be read as fragments. */}
      {onSelect === undefined ? (
        <p className="sr-only">{card.description}</p>
      ) : (
        <>
          <button
            type="button"
            aria-label={card.title}
            aria-describedby={describedBy}
            aria-pressed={selected}
            onClick={onSelect}
            className="pointer-events-auto absolute inset-0 z-0 rounded-[7px] hover:ring-1 hover:ring-line-control hover:ring-inset"
          />
          <p id={describedBy} className="sr-only">
            {card.description}
          </p>
        </>
      )}
      <CardHeader card={card} />
      <div
        aria-hidden
        className={classNames(card.treatment === "database-dead" && "ui-hatch", quiet && "grayscale")}
      >
        {card.slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} struck={card.treatment === "host-dead"} />
        ))}
      </div>
      <div
        className={classNames("rounded-b-[7px]", card.treatment === "agent-dead" && "ui-hatch")}
        style={{ paddingBlock: CARD.lanePadding }}
      >
        {lanes.map((lane) => (
          <div
            key={lane.id}
            className="flex items-start"
            style={{ minHeight: (laneRows.get(lane.id) ?? 1) * CARD.laneRow, paddingInline: CARD.inset }}
          >
            <span
              aria-hidden
              className="shrink-0 truncate text-2xs text-ink-muted leading-8"
              style={{ width: CARD.laneLabel }}
            >
              {lane.label}
            </span>
            {renderLane(lane.id)}
          </div>
        ))}
      </div>
    </div>
  );
}

function CardHeader({ card }: { card: TopologyCard }): ReactNode {
  return (
    <div
      aria-hidden
      className="pointer-events-none flex items-center justify-between gap-3 border-line border-b"
      style={{ height: CARD.header, paddingInline: CARD.inset }}
    >
      <div className="flex min-w-0 flex-col">
        <WholeEnd
          text={card.title}
          className={classNames(
            "text-base text-ink leading-5",
            card.emphasis ? "font-bold" : "font-semibold",
            card.treatment === "host-dead" && "line-through decoration-failed-solid",
          )}
        />
        {card.subtitle === undefined ? null : (
          <span className="truncate font-mono text-2xs text-ink-muted">{card.subtitle}</span>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <StatusPip
          tone={card.tone}
          label={card.toneLabel}
          className={classNames(
            "text-xs leading-5",
            card.tone !== "ok" && [
              "rounded-sm border px-1.5",
              TONE_STYLES[card.tone].border,
              TONE_STYLES[card.tone].softBackground,
            ],
          )}
        />
        {card.age === undefined ? null : (
          <Age
            label={card.age.label}
            stale={card.age.stale}
            className={classNames("text-2xs", card.age.stale && "mt-0.5 h-4")}
            {...(card.age.title === undefined ? {} : { title: card.age.title })}
          />
        )}
      </div>
    </div>
  );
}

function SlotRow({ slot, struck }: { slot: TopologySlot; struck: boolean }): ReactNode {
  return (
    <div
      className="pointer-events-none flex items-center border-line border-b"
      style={{ height: CARD.slot, paddingInline: CARD.inset }}
    >
      <span className="shrink-0 truncate text-2xs text-ink-muted" style={{ width: CARD.laneLabel }}>
        {slot.label}
      </span>
      {/* A fact that finds no room falls to a second line that is not drawn; a long state is cut at its end, which says by whose word it is. */}
      <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 overflow-hidden leading-5">
        <span className="flex min-w-0 max-w-full items-center gap-x-2">
          <span
            className={classNames(
              "shrink-0 text-xs leading-5 first-letter:uppercase",
              slot.emphasis ? "font-semibold text-accent-ink" : "text-ink-muted",
              struck && "line-through",
            )}
          >
            {slot.title}
          </span>
          <StatusPip
            tone={slot.tone}
            label={slot.toneLabel}
            className="min-w-0 text-xs leading-5 [&>span]:truncate"
          />
        </span>
        {slot.fact === undefined ? null : (
          <span className="ms-auto shrink-0 font-mono text-2xs text-ink-muted leading-5">{slot.fact}</span>
        )}
      </span>
    </div>
  );
}
