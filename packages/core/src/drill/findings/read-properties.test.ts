import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lagBehind, lastThere, makeReads } from "./drill-reads.fixture";
import { findDrill } from "./find-drill";

const history = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  held: fc.record({
    fromMs: fc.integer({ min: -500, max: 1_000 }),
    toMs: fc.integer({ min: 1_000, max: 3_500 }),
  }),
  delayMs: fc.constantFrom(0, 5, 150),
  offsetMs: fc.integer({ min: -1_000_000, max: 1_000_000 }),
});

type Reads = ReturnType<typeof makeReads>["reads"];

/** Until when nobody knows more than what a read saw. */
function shownUntil({ endedMs }: Pick<Reads[number], "endedMs">, next: Reads[number] | undefined): number {
  if (next === undefined) return endedMs;
  return next.error === null ? next.endedMs : next.startedMs;
}

/** A figure is rounded to a tenth. */
const roundedMs = 0.051;

describe("the lag of any history of reads", () => {
  it("is that of the read that missed the oldest write, and the middle of all since the fault", () => {
    fc.assert(
      fc.property(history, (order) => {
        const { record, writes, reads } = makeReads(order);
        const lag = findDrill(record).readers?.[0]?.lag;
        const counted = reads.filter(({ error, startedMs }) => error === null && startedMs >= 0);
        const lags = counted.map(({ last, startedMs }) => lagBehind(writes, last, startedMs));
        const sorted = lags.toSorted((a, b) => a - b);
        const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
        expect(lag?.reads).toBe(counted.length);
        expect(Math.abs((lag?.highestMs ?? Number.NaN) - Math.max(...lags))).toBeLessThan(roundedMs);
        const medianMs = middle.reduce((sum, one) => sum + one, 0) / middle.length;
        expect(Math.abs((lag?.medianMs ?? Number.NaN) - medianMs)).toBeLessThan(roundedMs);
        const at = counted.find(({ startedMs }) => Math.abs(startedMs - (lag?.highestAtMs ?? 0)) < roundedMs);
        const { last, startedMs } = at ?? { last: 0, startedMs: Number.NaN };
        expect(lagBehind(writes, last, startedMs)).toBeCloseTo(Math.max(...lags), 5);
        const spans = reads.flatMap((read, index) =>
          counted.includes(read) ? [shownUntil(read, reads[index + 1]) - read.startedMs] : [],
        );
        const two = spans
          .toSorted((a, b) => a - b)
          .slice(Math.ceil(spans.length / 2) - 1, Math.floor(spans.length / 2) + 1);
        const medianErrorMs = two.reduce((sum, one) => sum + one, 0) / two.length;
        expect(lag?.medianErrorMs).toBeGreaterThan(medianErrorMs - roundedMs);
        expect(lag?.medianErrorMs).toBeLessThan(medianErrorMs + 2 * roundedMs);
      }),
      { numRuns: 40 },
    );
  });

  it("is never more than the server was behind in truth, which between two reads was never more than it and its error", () => {
    fc.assert(
      fc.property(history, (order) => {
        const { record, writes, reads } = makeReads(order);
        const { highestMs = Number.NaN, errorMs = Number.NaN } = findDrill(record).readers?.[0]?.lag ?? {};
        const trueAt = (atMs: number): number => lagBehind(writes, lastThere(writes, atMs), atMs);
        const answered = reads.filter(({ error, startedMs }) => error === null && startedMs >= 0);
        expect(highestMs).toBeLessThanOrEqual(
          Math.max(...answered.map(({ startedMs }) => trueAt(startedMs))) + roundedMs,
        );
        for (const [index, { error, endedMs }] of reads.entries()) {
          if (error !== null) continue;
          // Also from the fault to the first read after it.
          const toMs = shownUntil({ endedMs }, reads[index + 1]);
          const fromMs = Math.max(0, endedMs);
          for (let part = 0; part <= 4 && toMs >= fromMs; part += 1)
            expect(trueAt(fromMs + ((toMs - fromMs) * part) / 4)).toBeLessThanOrEqual(
              highestMs + errorMs + roundedMs,
            );
        }
      }),
      { numRuns: 25 },
    );
  });
});
