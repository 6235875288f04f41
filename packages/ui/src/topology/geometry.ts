/** A point in the topology's own pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box in the topology's own pixels. */
export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** The measures of a card, shared by what draws it and by what places chips on it. */
export const CARD = {
  width: 312,
  header: 56,
  slot: 36,
  laneRow: 32,
  lanePadding: 6,
  inset: 12,
  laneLabel: 64,
} as const;

/** The measures of a chip: what can be hit is as high as its row, what is drawn is 24 px. */
export const CHIP = { height: 32, width: CARD.width - CARD.inset * 2 - CARD.laneLabel } as const;

/** The measures of an entry. */
export const ENTRY = { width: 256, height: 52 } as const;

/** The place of chips that no card has, beside the clients: how far from them, and below their top. */
export const SHELF = { gap: 32, top: 14, label: 16 } as const;

/** The space between things. Below each row of cards there is room for a lane of replication and its labels. */
export const SPACE = {
  column: 44,
  row: 76,
  tier: 60,
  groupPadding: 20,
  groupHeader: 32,
  group: 28,
  margin: 8,
} as const;

/** Where the lines run, relative to a row of cards. */
export const LANE = { below: 40, label: 17, above: 14, trunk: 14, entry: 22, bypass: 10, beside: 8 } as const;
