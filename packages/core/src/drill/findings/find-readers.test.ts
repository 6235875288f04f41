import { describe, expect, it } from "vitest";
import { type ReadFate, readWay, withReaders } from "./drill-reads.fixture";
import type { DrillRecord } from "./drill-record";
import { recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";
import { isBack } from "./is-back";
import { judgeDrill } from "./judge-drill";

const plain = recordedDrill();

/** The drill of the fixture, with a client besides that only reads at db3. */
const withReads = (fate: (atMs: number) => ReadFate, change: Partial<DrillRecord> = {}): DrillRecord => ({
  ...withReaders(plain, [{ way: readWay, fate }]),
  ...change,
});

const fresh = (atMs: number) => ({ error: null, seenMs: atMs });
const judge = (record: DrillRecord) => judgeDrill(record, findDrill(record), { kind: "whole" });
const notesOf = (record: DrillRecord) =>
  judge(record).notes.filter(({ code }) => code.startsWith("drill_note.reads"));

describe("clients that only read", () => {
  it("change nothing of what is found of those that write, nor of the verdict but for a note", () => {
    const record = withReads(() => ({ error: "ECONNREFUSED", seenMs: 0 }));
    const { readers, ...others } = findDrill(record);
    expect(others).toEqual(findDrill(plain));
    expect(readers).toHaveLength(1);
    expect(isBack(record)).toBe(isBack(plain));
    const { kind, sentence, notes } = judge(record);
    const before = judge(plain);
    expect([kind, sentence]).toEqual([before.kind, before.sentence]);
    expect(notes.filter(({ code }) => !code.startsWith("drill_note.reads"))).toEqual(before.notes);
    expect(notesOf(record)).toMatchObject([
      { code: "drill_note.reads_unknown", params: { endpoint: "db3 (10.77.0.13:3306)" } },
      { code: "drill_note.reads_away", params: { endpoint: "db3 (10.77.0.13:3306)" } },
    ]);
  });

  it("are none where nobody reads", () => {
    expect(findDrill(plain)).not.toHaveProperty("readers");
    expect(findDrill({ ...plain, readWays: [] })).not.toHaveProperty("readers");
  });

  it("have their gap, their errors, who answered, and the lag of the read that was furthest behind", () => {
    // What db3 shows from 12 to 13 s stands still; from 14 to 15 s it refuses.
    const record = withReads((atMs) => {
      if (atMs >= 14_000 && atMs < 15_000) return { error: "ECONNREFUSED", seenMs: 0 };
      return atMs >= 12_000 && atMs <= 13_000 ? { error: null, seenMs: 12_000 } : fresh(atMs);
    });
    const [reader] = findDrill(record).readers ?? [];
    expect(reader).toMatchObject({
      ...{ endpoint: readWay.endpoint, label: "db3" },
      attempts: { answered: 220, failed: 10, notBegun: 0 },
      errors: [{ code: "ECONNREFUSED", count: 10 }],
      servers: [{ server: "db3", reads: 220, logins: 88 }],
      readGap: { fromMs: 13_902, toMs: 15_002, gapMs: 1_100, isOpen: false },
    });
    // The first write after the one that was seen at 12 s was acknowledged up to 20 ms and its own duration later.
    const { highestMs = 0, highestAtMs, medianMs, errorMs = 0 } = reader?.lag ?? {};
    expect(highestAtMs).toBe(13_000);
    expect(highestMs).toBeGreaterThan(970);
    expect(highestMs).toBeLessThanOrEqual(1_000);
    expect(medianMs).toBe(0);
    expect(errorMs).toBeCloseTo(102, 0);
    expect(reader?.strips.read.map(({ outcome, server }) => [outcome, server])).toEqual([
      ["acked", "db3"],
      ["refused", null],
      ["acked", "db3"],
    ]);
    expect(reader?.lag?.medianErrorMs).toBeCloseTo(102, 0);
    expect(notesOf(record)).toMatchObject([
      { code: "drill_note.reads_lag", params: { lagMs: highestMs, lagErrorMs: errorMs } },
      { code: "drill_note.reads", params: { ms: 1_100 } },
    ]);
  });

  it("have no lag before the fault where it was made, and the same before one was made", () => {
    const behind = (atMs: number): ReadFate => (atMs < -500 ? { error: null, seenMs: -1_500 } : fresh(atMs));
    expect(findDrill(withReads(behind)).readers?.[0]?.lag?.highestMs).toBe(0);
    const unmade = { injection: null, healBegunMs: null, healedMs: null };
    expect(findDrill(withReads(behind, unmade)).readers?.[0]?.lag?.highestMs).toBeGreaterThan(800);
  });

  it("are said to have stopped where they do not come back", () => {
    const record = withReads((atMs) =>
      atMs >= 9_000 ? { error: "ATTEMPT_TIMEOUT", seenMs: 0 } : fresh(atMs),
    );
    const [reader] = findDrill(record).readers ?? [];
    expect(reader?.readGap?.isOpen).toBe(true);
    expect(reader?.errors).toEqual([{ code: "ATTEMPT_TIMEOUT", count: 120 }]);
    expect(notesOf(record).map(({ code }) => code)).toEqual([
      ...["drill_note.reads_lag", "drill_note.reads", "drill_note.reads_away"],
    ]);
  });

  it("are said to be away at the end, also where an earlier gap was longer", () => {
    const isAway = (atMs: number): boolean => (atMs >= 1_000 && atMs < 9_000) || atMs >= 16_000;
    const record = withReads((atMs) => (isAway(atMs) ? { error: "ECONNREFUSED", seenMs: 0 } : fresh(atMs)));
    const [reader] = findDrill(record).readers ?? [];
    expect(reader?.readGap).toMatchObject({ gapMs: 8_100, isOpen: false });
    expect(reader?.awayMs).toBeGreaterThan(3_000);
    expect(notesOf(record).at(-1)).toMatchObject({
      ...{ code: "drill_note.reads_away", params: { ms: reader?.awayMs } },
    });
  });

  it("have no lag where nothing is written that they could miss, whatever they see", () => {
    const { samples } = plain.probe;
    const zeroAt = zeroMs - plain.probe.offsetMs;
    const isLate = ({ lane, endedMs }: (typeof samples)[number]): boolean =>
      lane === "write" && endedMs > zeroAt;
    const probe = { ...plain.probe, samples: samples.filter((one) => !isLate(one)) };
    const still = { ...plain, probe };
    const stuck = withReaders(still, [{ way: readWay, fate: () => ({ error: null, seenMs: 20_000 }) }]);
    // For a second after the last write they could have missed it.
    expect(findDrill(stuck).readers?.[0]?.lag?.reads).toBeLessThanOrEqual(11);
    const longBefore = ({ lane, endedMs }: (typeof samples)[number]): boolean =>
      lane === "write" && endedMs > zeroAt - 1_500;
    const earlier = {
      ...plain,
      probe: { ...plain.probe, samples: samples.filter((one) => !longBefore(one)) },
    };
    const unknown = withReaders(earlier, [{ way: readWay, fate: () => ({ error: null, seenMs: 20_000 }) }]);
    expect(findDrill(unknown).readers?.[0]?.lag).toBeNull();
    expect(notesOf(unknown)[0]?.code).toBe("drill_note.reads_unknown");
    // What it missed of before it misses still.
    const behind = withReaders(earlier, [{ way: readWay, fate: () => ({ error: null, seenMs: -1_700 }) }]);
    expect(findDrill(behind).readers?.[0]?.lag?.highestMs).toBeGreaterThan(10_000);
  });
});
