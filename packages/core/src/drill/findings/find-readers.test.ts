import { describe, expect, it } from "vitest";
import { type ReadFate, readWay, withReaders } from "./drill-reads.fixture";
import type { DrillRecord } from "./drill-record";
import { recordedDrill } from "./drill-record.fixture";
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
    expect(notes.filter(({ code }) => code !== "drill_note.reads_none")).toEqual(before.notes);
    expect(notesOf(record)).toMatchObject([{ params: { endpoint: "db3" } }]);
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
    const [note] = notesOf(record);
    expect(note?.code).toBe("drill_note.reads");
    expect(note?.params).toMatchObject({ endpoint: "db3", lagMs: highestMs, ms: 1_100 });
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
    expect(notesOf(record).map(({ code }) => code)).toEqual(["drill_note.reads_open"]);
  });
});
