import { describe, expect, it } from "vitest";
import { type Ack, listDualWrites, measureDualWriters } from "./dual-writers";

/** A write every 20 ms, each acknowledged after 5 ms. */
const acks = (server: string, fromMs: number, toMs: number): Ack[] => {
  const count = Math.floor((toMs - fromMs) / 20);
  return Array.from({ length: count }, (_, index) => {
    const startedMs = fromMs + index * 20;
    return { server, startedMs, endedMs: startedMs + 5 };
  });
};

describe("measureDualWriters", () => {
  it("is 0 for one writer after another", () => {
    expect(measureDualWriters([...acks("a", 0, 1_000), ...acks("b", 1_010, 2_000)])).toBe(0);
  });

  it("is how long two servers accepted writes at once, in whatever order they are told", () => {
    const measured = measureDualWriters([...acks("b", 800, 2_000), ...acks("a", 0, 1_000)]);
    expect(measured).toBeGreaterThan(150);
    expect(measured).toBeLessThanOrEqual(200);
  });

  it("is 0 where the last answer of the old writer comes late", () => {
    const late: Ack = { server: "a", startedMs: 990, endedMs: 1_400 };
    expect(measureDualWriters([...acks("a", 0, 980), late, ...acks("b", 1_010, 2_000)])).toBe(0);
  });

  it("finds a single write that another server accepted in between", () => {
    const stray: Ack = { server: "b", startedMs: 500, endedMs: 505 };
    expect(measureDualWriters([...acks("a", 0, 1_000), stray])).toBe(1);
  });

  it("is 0 where a server writes, loses its office for a while and has it again", () => {
    const all = [...acks("a", 0, 1_000), ...acks("b", 1_010, 3_000), ...acks("a", 3_010, 4_000)];
    expect(measureDualWriters(all)).toBe(0);
  });

  it("counts each stretch", () => {
    const all = [...acks("a", 0, 1_000), ...acks("b", 900, 3_000), ...acks("c", 2_900, 4_000)];
    expect(measureDualWriters(all)).toBeGreaterThan(100);
  });
});

describe("listDualWrites", () => {
  it("finds the writes of the old writer that were sent after the new one had acknowledged one", () => {
    const found = listDualWrites([...acks("b", 800, 2_000), ...acks("a", 0, 1_000)]);
    expect(found.every(({ server, startedMs }) => server === "a" && startedMs > 805)).toBe(true);
    expect(found).toHaveLength(9);
  });

  it("finds at least one wherever two accepted writes for certain, and none where they did not", () => {
    const stray: Ack = { server: "b", startedMs: 500, endedMs: 505 };
    const late: Ack = { server: "a", startedMs: 990, endedMs: 1_400 };
    const histories = [
      [...acks("a", 0, 1_000), stray],
      [...acks("a", 0, 980), late, ...acks("b", 1_010, 2_000)],
      [...acks("a", 0, 1_000), ...acks("b", 1_010, 3_000), ...acks("a", 3_010, 4_000)],
      [...acks("a", 0, 1_000), ...acks("b", 900, 3_000), ...acks("c", 2_900, 4_000)],
      [...acks("a", 0, 1_000), ...acks("b", 0, 1_000)],
    ];
    for (const all of histories) expect(listDualWrites(all).length > 0).toBe(measureDualWriters(all) > 0);
  });
});
