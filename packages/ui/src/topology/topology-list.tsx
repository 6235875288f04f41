import type { ReactNode } from "react";
import { Badge } from "../feedback/badge";
import { classNames } from "../foundation/class-names";
import { TONE_STYLES } from "../foundation/tone";
import { CardView } from "./card-view";
import { ChipView } from "./chip-view";
import { isBlind, shapeOf, toneOfShelf } from "./chips";
import { EmptyLane } from "./empty-lane";
import { EntryView } from "./entry-view";
import type { TopologyCard, TopologyModel, TopologySelection } from "./types";

/** Properties of {@link TopologyList}. */
export interface TopologyListProps extends TopologyModel {
  readonly label: string;
  readonly selected?: TopologySelection;
  readonly onSelect?: (selection: TopologySelection) => void;
}

/** The same topology below each other, for a phone: ways in first, then the hosts, chips inside them. */
export function TopologyList(props: TopologyListProps): ReactNode {
  const unplaced = props.chips.filter((chip) => chip.cardId === null);
  const shelf = TONE_STYLES[toneOfShelf(unplaced)];
  return (
    <section aria-label={props.label} className="flex flex-col gap-3">
      {props.entries.map((entry) => (
        <EntryView
          key={entry.id}
          entry={entry}
          selected={props.selected?.kind === "entry" && props.selected.id === entry.id}
          onSelect={
            entry.isSelectable === false
              ? undefined
              : props.onSelect && (() => props.onSelect?.({ kind: "entry", id: entry.id }))
          }
        />
      ))}
      {unplaced.length === 0 ? null : (
        <div
          className={classNames(
            "flex flex-wrap items-center gap-2 rounded-lg border p-3",
            shelf.border,
            shelf.softBackground,
          )}
        >
          <span className={classNames("font-medium text-xs", shelf.ink)}>{props.shelfLabel}</span>
          {unplaced.map((chip) => (
            <ListChip key={chip.id} chip={chip} list={props} />
          ))}
        </div>
      )}
      {listGroups(props).map(({ id, label, cards }) => (
        <div key={id} className="flex flex-col gap-3">
          {label === null ? null : <h3 className="pt-2 font-medium text-ink-muted text-xs">{label}</h3>}
          {cards.map((card) => (
            <ListCard key={card.id} card={card} list={props} />
          ))}
        </div>
      ))}
    </section>
  );
}

interface ListGroup {
  readonly id: string;
  readonly label: string | null;
  readonly cards: TopologyCard[];
}

/** The cards by group, in the order of the picture's blocks: a group stands where its first card would. */
function listGroups(list: TopologyListProps): ListGroup[] {
  const found = new Map<string, ListGroup>();
  for (const card of list.cards) {
    const group = list.groups.find(({ id }) => id === card.groupId);
    const id = group?.id ?? "";
    const known = found.get(id) ?? { id, label: group?.label ?? null, cards: [] };
    known.cards.push(card);
    found.set(id, known);
  }
  return [...found.values()];
}

function ListCard({ card, list }: { card: TopologyCard; list: TopologyListProps }): ReactNode {
  const incoming = list.edges.find((edge) => edge.kind === "replication" && edge.targetId === card.id);
  const shape = shapeOf(list);
  return (
    <div className="flex flex-col">
      <CardView
        card={card}
        lanes={list.lanes}
        laneRows={new Map(shape.laneRows.map(({ id }) => [id, 1]))}
        slotRows={card.slots.length}
        selected={list.selected?.kind === "card" && list.selected.id === card.id}
        onSelect={list.onSelect && (() => list.onSelect?.({ kind: "card", id: card.id }))}
        renderLane={(laneId) => <ListLane card={card} laneId={laneId} list={list} />}
      />
      {incoming?.label === undefined ? null : (
        <span aria-hidden className="-mt-2.5 relative self-center">
          <Badge {...(incoming.tone === "ok" ? {} : { tone: incoming.tone })} className="bg-raised">
            {incoming.label}
          </Badge>
        </span>
      )}
    </div>
  );
}

function ListLane(props: { card: TopologyCard; laneId: string; list: TopologyListProps }): ReactNode {
  const { card, laneId, list } = props;
  const chips = list.chips.filter((chip) => chip.cardId === card.id && chip.laneId === laneId);
  if (chips.length === 0) return isBlind(card) ? null : <EmptyLane />;
  return (
    <span className="flex min-w-0 flex-1 flex-col items-start">
      {chips.map((chip) => (
        <ListChip key={chip.id} chip={chip} list={list} />
      ))}
    </span>
  );
}

function ListChip({
  chip,
  list,
}: {
  chip: TopologyListProps["chips"][number];
  list: TopologyListProps;
}): ReactNode {
  return (
    <ChipView
      chip={chip}
      selected={list.selected?.kind === "chip" && list.selected.id === chip.id}
      onSelect={list.onSelect && (() => list.onSelect?.({ kind: "chip", id: chip.id }))}
    />
  );
}
