import type { DrillFindings, DrillMark, DrillPhaseName } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backMs } from "./drill-clients.fixture";
import type { GroupTimes } from "./drill-group.fixture";
import { makeHistory } from "./drill-history.fixture";
import type { DrillRecord } from "./drill-record";
import { cutRecord, recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

const history = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  outage: fc.record({ fromMs: fc.integer({ min: 0, max: 30 }), toMs: fc.integer({ min: 500, max: 6_000 }) }),
  isPrimaryAsked: fc.boolean(),
  isSecondaryAsked: fc.boolean(),
  offsetMs: fc.integer({ min: -1_000_000, max: 1_000_000 }),
});
const rowsOf = (seqs: readonly number[]) => ({
  count: seqs.length,
  first: [...seqs].sort((a, b) => a - b).slice(0, 20),
});

/** For how many tenths a figure may be rounded. */
const roundedMs = 0.25;

describe("what is found of any history of a client", () => {
  it("is an outage that is never longer than the gap, and never shorter than the gap without its error", () => {
    fc.assert(
      fc.property(history, (order) => {
        const { record } = makeHistory(order);
        const gap = findDrill(record).endpoints[0]?.writeGap;
        const outageMs = order.outage.toMs - order.outage.fromMs;
        expect(gap?.isOpen).toBe(false);
        expect(gap?.gapMs ?? 0).toBeGreaterThanOrEqual(outageMs - roundedMs);
        expect((gap?.gapMs ?? 0) - (gap?.errorMs ?? 0)).toBeLessThanOrEqual(outageMs + roundedMs);
      }),
      { numRuns: 60 },
    );
  });

  it("is every row that is lost, phantom or unknown, and none besides; nothing where nobody could be asked, and no loss without the primary", () => {
    fc.assert(
      fc.property(history, (order) => {
        const { record, truth } = makeHistory(order);
        const way = findDrill(record).endpoints[0];
        const isAsked = order.isPrimaryAsked || order.isSecondaryAsked;
        const { lost, phantom, unknownThere, unknownAbsent } = truth;
        expect(way).toMatchObject({
          lost: order.isPrimaryAsked ? rowsOf(lost) : null,
          phantom: isAsked ? rowsOf(phantom) : null,
          unknownThere: isAsked ? rowsOf(unknownThere) : null,
          unknownAbsent: isAsked ? rowsOf(unknownAbsent) : null,
        });
      }),
      { numRuns: 60 },
    );
  });

  it("is every stale read and every attempt by its outcome, and the strips have each attempt once", () => {
    fc.assert(
      fc.property(history, (order) => {
        const { record, truth } = makeHistory(order);
        const way = findDrill(record).endpoints[0];
        expect(way).toMatchObject({ staleReads: truth.stale, attempts: truth.attempts });
        for (const lane of ["write", "read", "login"] as const) {
          const strip = way?.strips[lane] ?? [];
          const own = record.probe.samples.filter((one) => one.lane === lane).length;
          expect(strip.reduce((sum, { count }) => sum + count, 0)).toBe(own);
          for (const [index, span] of strip.entries())
            expect(span.fromMs).toBeGreaterThanOrEqual(strip[index - 1]?.toMs ?? Number.NEGATIVE_INFINITY);
        }
        const failed = (way?.errors ?? []).reduce((sum, { count }) => sum + count, 0);
        expect(failed + truth.attempts.acked).toBe(
          way?.strips.write?.reduce((sum, { count }) => sum + count, 0),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const share = (min: number, max: number) => fc.integer({ min, max });
const course = fc.record({
  restarts: fc.boolean(),
  suspected: share(3_000, 6_000),
  // What lasts less than the time between two looks may be seen by nobody.
  expelled: share(300, 9_000),
  elected: share(1, 300),
  writable: share(1, 300),
  released: share(50, 1_500),
  taken: share(1, 900),
  joins: share(4_000, 9_000),
  skewMs: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** The record of a course, when everything happened in truth, and an instant of it. */
function runCourse({
  restarts,
  skewMs,
  cut,
  ...one
}: typeof course extends fc.Arbitrary<infer C> ? C : never) {
  const expelledMs = one.suspected + one.expelled;
  const writableMs = expelledMs + one.elected + one.writable;
  const joinsMs = writableMs + one.joins;
  const times: GroupTimes = {
    ...{ beganMs: -1_000, suspectedMs: one.suspected, expelledMs, electedMs: expelledMs + one.elected },
    ...{ writableMs, releasedMs: one.released, takenMs: writableMs + one.taken },
    ...{ upMs: restarts ? 2_000 : joinsMs - 500, joinsMs, healedMs: joinsMs + 2_000, endMs: joinsMs + 3_000 },
  };
  const record = skewClocks(recordedDrill({ restarts, times, ways: ["vip"] }), skewMs);
  return { times, record, cutMs: zeroMs + 20 + cut * (times.endMs - 20) };
}

/** What is known of each clock is wrong by as much as its error allows, at most. */
function skewClocks(record: DrillRecord, skews: readonly number[]): DrillRecord {
  const shares = new Map(record.servers.map(({ hostId }, index) => [hostId, skews[index] ?? 0]));
  const frames = record.frames.map((one) => ({
    ...one,
    offsetMs: one.offsetMs + (shares.get(one.hostId) ?? 0) * one.errorMs,
  }));
  return { ...record, frames };
}

const phasesInOrder = ["suspected", "expelled", "elected", "writable", "vip_taken", "first_write"] as const;
const marksOf = ({ marks }: DrillFindings) =>
  new Map<DrillPhaseName, DrillMark>(marks.map((one) => [one.phase, one]));

describe("the marks of any course of a group", () => {
  it("have the truth within their error, and stand in its order as far as that tells", () => {
    fc.assert(
      fc.property(course, (given) => {
        const { times, record } = runCourse(given);
        const marks = marksOf(findDrill(record));
        const truths = [
          times.suspectedMs,
          times.expelledMs,
          times.electedMs,
          times.writableMs,
          times.takenMs,
        ];
        for (const [index, truthMs] of truths.entries()) {
          const mark = marks.get(phasesInOrder[index] ?? "armed");
          expect(Math.abs((mark?.atMs ?? Number.NaN) - truthMs)).toBeLessThanOrEqual(
            (mark?.errorMs ?? 0) + roundedMs,
          );
        }
        const found = phasesInOrder.flatMap((phase) => marks.get(phase) ?? []);
        expect(found).toHaveLength(phasesInOrder.length);
        for (const [index, mark] of found.entries())
          for (const later of found.slice(index + 1))
            expect(mark.atMs - mark.errorMs).toBeLessThanOrEqual(later.atMs + later.errorMs + roundedMs);
      }),
      { numRuns: 40 },
    );
  });

  it("have the way back within the error of each first answer, which is little longer than the time between two attempts", () => {
    fc.assert(
      fc.property(course, (given) => {
        const { times, record } = runCourse(given);
        const found = findDrill(record).endpoints[0]?.firstAfter;
        const lanes = [
          [found?.loginMs, found?.loginErrorMs, 250],
          [found?.readMs, found?.readErrorMs, 100],
          [found?.writeMs, found?.writeErrorMs, 20],
        ] as const;
        for (const [ms, errorMs, everyMs] of lanes) {
          const lateMs = (ms ?? Number.NaN) - backMs(times, "vip");
          expect(lateMs).toBeGreaterThanOrEqual(-roundedMs);
          expect(lateMs).toBeLessThanOrEqual((errorMs ?? 0) + roundedMs);
          expect(errorMs).toBeLessThan(everyMs + 40);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("and all else that is found early stays when more is recorded", () => {
    fc.assert(
      fc.property(course, (given) => {
        const { record, cutMs } = runCourse(given);
        const early = findDrill(cutRecord(record, cutMs));
        const final = findDrill(record);
        const marks = marksOf(final);
        for (const mark of early.marks) {
          const later = marks.get(mark.phase);
          expect(Math.abs(mark.atMs - (later?.atMs ?? Number.NaN)), mark.phase).toBeLessThanOrEqual(
            mark.errorMs + (later?.errorMs ?? 0),
          );
        }
        const [one, all] = [early.endpoints[0], final.endpoints[0]];
        for (const lane of ["loginMs", "readMs", "writeMs"] as const)
          if (one?.firstAfter[lane] != null) expect(all?.firstAfter[lane]).toBe(one.firstAfter[lane]);
        expect(one?.writeGap?.gapMs ?? 0).toBeLessThanOrEqual(all?.writeGap?.gapMs ?? 0);
        if (one?.lost != null) expect(all?.lost?.count).toBeGreaterThanOrEqual(one.lost.count);
        if (one?.phantom != null) expect(all?.phantom?.count).toBeGreaterThanOrEqual(one.phantom.count);
        expect(one?.staleReads ?? 0).toBeLessThanOrEqual(all?.staleReads ?? 0);
        expect(one?.dualWrites ?? 0).toBeLessThanOrEqual(all?.dualWrites ?? 0);
        for (const lane of early.lanes.views) {
          const whole = final.lanes.views.find(({ viewer }) => viewer === lane.viewer);
          for (const span of lane.spans.slice(0, -1))
            expect(whole?.spans.some((other) => other.fromMs <= span.fromMs && other.toMs >= span.toMs)).toBe(
              true,
            );
        }
      }),
      { numRuns: 40 },
    );
  });
});
