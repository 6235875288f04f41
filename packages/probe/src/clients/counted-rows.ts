/** More rows than these are looked at by no read but the first ones of a connection. */
const mostRows = 1_500;
/** The newest numbers of which some may still be under way: a write is given up after 2 s, which is a hundred numbers. */
const unsettled = 500;

/** What one read is to look at: the rows from a number on, and how many of them are below another one. */
export interface CountOrder {
  readonly fromSeq: number;
  readonly belowSeq: number;
}

/** What it found: how many rows, how many of them below that number, and the highest number; null: none. */
export interface CountAnswer {
  readonly seen: number;
  readonly below: number;
  readonly lastSeq: number | null;
}

/**
 * Counts the rows of a client over one connection after the other, without looking at all of them each time: what is old enough to be settled is
 * counted once for each connection, since another server may have other rows. A server that is behind the one before it, as a secondary may be, has
 * nothing settled until it has caught up.
 */
export class CountedRows {
  #settled = { seq: 0, rows: 0 };
  #last = -1;

  /** The next read is over another connection. */
  restart(): void {
    this.#settled = { seq: 0, rows: 0 };
  }

  /** What the next read is to look at. */
  next(): CountOrder {
    const { seq: fromSeq } = this.#settled;
    return { fromSeq, belowSeq: Math.max(fromSeq, this.#last - unsettled) };
  }

  /** How many rows there are, and up to which number (-1: none), by what a read found of its order. */
  note(
    { fromSeq, belowSeq }: CountOrder,
    { seen, below, lastSeq }: CountAnswer,
  ): { rows: number; last: number } {
    const settled = this.#settled;
    const last = lastSeq ?? fromSeq - 1;
    if (seen > mostRows && last - unsettled >= belowSeq)
      this.#settled = { seq: belowSeq, rows: settled.rows + below };
    this.#last = Math.max(this.#last, last);
    return { rows: settled.rows + seen, last };
  }
}
