import { CARD, type Point } from "./geometry";
import type { TopologyLayout, TopologyShape } from "./layout";
import { findPlaceOnShelf } from "./shelf";
import type { TopologyCard, TopologyChip, TopologyModel } from "./types";

/** Where a chip stands: on its card's lane and row, or on the shelf beside the clients. Null for an unknown card or lane. */
export function findChipPlace(
  layout: TopologyLayout,
  chip: TopologyChip,
  shelf: readonly TopologyChip[],
): Point | null {
  if (chip.cardId === null) {
    const order = shelf.findIndex(({ id }) => id === chip.id);
    return findPlaceOnShelf(layout.shelf, Math.max(0, order));
  }
  const card = layout.cards.get(chip.cardId);
  const laneTop = layout.laneTops.get(chip.laneId);
  if (card === undefined || laneTop === undefined) return null;
  return {
    x: card.x + CARD.inset + CARD.laneLabel,
    y: card.y + laneTop + chip.row * CARD.laneRow,
  };
}

/** The shape of a model: what decides positions, and nothing that a state could change. */
export function shapeOf(model: TopologyModel): TopologyShape {
  return {
    cards: model.cards,
    groups: model.groups,
    entries: model.entries,
    slotRows: Math.max(1, ...model.cards.map((card) => card.slots.length)),
    laneRows: model.lanes.map(({ id, rows = 1 }) => {
      const used = model.chips.filter((chip) => chip.laneId === id).map((chip) => chip.row + 1);
      return { id, rows: Math.max(rows, ...used) };
    }),
  };
}

/** How loud the shelf is: what stands on no card is a failure, unless nobody can tell. */
export function toneOfShelf(shelf: readonly TopologyChip[]): "failed" | "unknown" {
  return shelf.every((chip) => chip.tone === "unknown") ? "unknown" : "failed";
}

/** Whether nobody can tell what a card's lanes hold: an empty lane there is not a fact. */
export function isBlind(card: TopologyCard): boolean {
  return card.treatment === "host-dead" || card.treatment === "agent-dead" || card.treatment === "stale";
}
