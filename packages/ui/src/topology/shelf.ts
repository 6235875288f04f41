import { CHIP, ENTRY, LANE, type Point, type Rect, SHELF, SPACE } from "./geometry";

/** Where chips stand that no card has: columns of so many rows, the first one first. */
export interface ShelfPlace {
  readonly top: number;
  readonly rows: number;
  /** The left edge of each column. */
  readonly columns: readonly number[];
  /** How much lower than usual everything below has to stand, so that no row covers it. */
  readonly lift: number;
}

/** So many rows fit beside the clients and above the first line that runs across. */
const ROWS = Math.floor((ENTRY.height + SPACE.tier - LANE.entry - SHELF.top) / CHIP.height);

/**
 * Plans the shelf right of the clients, and left of them too where there is room. It has a place for one chip of each of
 * `chipRows` rows and one more, whether they stand there or not: nothing moves when an address has lost its host.
 */
export function planShelf(clients: readonly Rect[], chipRows: number): ShelfPlace {
  if (clients.length === 0) return { top: SHELF.top, rows: chipRows + 1, columns: [SHELF.gap], lift: 0 };
  const right = Math.max(...clients.map((one) => one.x + one.width)) + SHELF.gap;
  const left = Math.min(...clients.map((one) => one.x)) - SHELF.gap - CHIP.width;
  const columns = left < 0 ? [right] : [right, left];
  const rows = Math.max(ROWS, Math.ceil((chipRows + 1) / columns.length));
  const top = Math.min(...clients.map((one) => one.y)) + SHELF.top;
  return { top, rows, columns, lift: (rows - ROWS) * CHIP.height };
}

/** The place of one of the chips on the shelf. What finds no room there goes on below the last. */
export function findPlaceOnShelf({ top, rows, columns }: ShelfPlace, order: number): Point {
  const column = Math.min(Math.floor(order / rows), columns.length - 1);
  return { x: columns[column] ?? 0, y: top + (order - column * rows) * CHIP.height };
}

/** Where the shelf's name stands, above each column that is used. */
export function findShelfLabels({ top, rows, columns }: ShelfPlace, chipCount: number): readonly Rect[] {
  return columns
    .slice(0, Math.ceil(chipCount / rows))
    .map((x) => ({ x, y: top - SHELF.label - 4, width: CHIP.width, height: SHELF.label }));
}
