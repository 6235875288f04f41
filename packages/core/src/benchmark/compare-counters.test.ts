import {
  type ArmCounters,
  type CounterReading,
  digestLimits,
  type ServerCounters,
  StatusCounter,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { compareArmCounters, compareCounters } from "./compare-counters";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

type Digest = NonNullable<ServerCounters["digests"]>[number];

function digest(text: string, count: number, changes: Partial<Digest> = {}): Digest {
  const figures = { totalMs: count * 2, rowsExamined: count, rowsAffected: 0, errors: 0 };
  return { text, count, ...figures, firstSeen: "2026-11-28 10:00:00", ...changes };
}

function server(n: number, changes: Partial<ServerCounters> = {}): ServerCounters {
  return {
    memberId: id(n),
    isPrimary: n === 1,
    askedAt: 2_000,
    startedAt: 1_000,
    countedSince: 1_000,
    status: { Questions: 100, Com_commit: 10 },
    digests: [digest("SELECT", 50)],
    accounts: null,
    ...changes,
  };
}

const run = { transactions: 30, longestSeconds: 95, account: "bench" };

const reading = (...servers: readonly ServerCounters[]): CounterReading => ({ servers: [...servers] });

describe("what was counted during a run", () => {
  const before = reading(server(1), server(2), server(3));

  it("is how much each counter grew: of the primary, and of the others together", () => {
    const after = reading(
      server(1, { status: { Questions: 700, Com_commit: 40 }, digests: [digest("SELECT", 90)] }),
      server(2, { status: { Questions: 110, Com_commit: 11 } }),
      server(3, { status: { Questions: 120, Com_commit: 10 }, digests: [digest("SELECT", 60)] }),
    );
    expect(compareCounters(before, after, run)).toEqual({
      transactions: 30,
      status: {
        primary: { Questions: 600, Com_commit: 30 },
        secondaries: { Questions: 30, Com_commit: 1 },
      },
      statements: {
        top: [{ text: "SELECT", count: 50, totalMs: 100, rowsExamined: 50, rowsAffected: 0, errors: 0 }],
        others: { count: 0, totalMs: 0 },
      },
      work: null,
    });
  });

  const grown = { status: { Questions: 900, Com_commit: 90 }, digests: [digest("SELECT", 500)] };
  it.each<[string, ServerCounters | null]>([
    ["restarted, though it has passed its old counters since", server(1, { ...grown, startedAt: 1_060 })],
    ["has a counter that fell", server(1, { ...grown, status: { Questions: 5_000, Com_commit: 2 } })],
    ["was told to count anew", server(1, { ...grown, countedSince: 1_060 })],
    ["was asked too late", server(1, { ...grown, askedAt: 2_096 })],
    ["does not answer any more", null],
  ])("is unknown, and never negative, where the primary %s", (_what, primary) => {
    const after = reading(...(primary === null ? [] : [primary]), server(2), server(3));
    const { status } = compareCounters(before, after, run);
    expect(status).toEqual({ primary: null, secondaries: { Questions: 0, Com_commit: 0 } });
  });

  it.each<[string, Partial<ServerCounters>]>([
    ["a statement was counted less often than before", { digests: [digest("SELECT", 49)] }],
    [
      "it was seen first after the run began",
      { digests: [digest("SELECT", 99, { firstSeen: "2026-11-28 10:09:00" })] },
    ],
    ["the table was emptied", { digests: [] }],
    ["the account may not see them", { digests: null }],
    ["a server restarted", { digests: [digest("SELECT", 99)], startedAt: 1_060 }],
  ])("has no statements where %s", (_what, changes) => {
    expect(
      compareCounters(before, reading(server(1), server(2, changes), server(3)), run).statements,
    ).toBeNull();
  });

  it("holds where a server's clock was set by less than five seconds, and where a member was away both times", () => {
    const after = reading(server(1, { ...grown, startedAt: 1_004, countedSince: 1_004 }));
    expect(compareCounters(reading(server(1)), after, run).status).toEqual({
      primary: { Questions: 800, Com_commit: 80 },
      secondaries: null,
    });
  });

  it("has no counters of a primary where another one is the primary", () => {
    const after = reading(server(1, { isPrimary: false }), server(2, { isPrimary: true }), server(3));
    expect(compareCounters(before, after, run).status.primary).toBeNull();
  });

  it("leaves out counters that a version does not have", () => {
    const after = reading(server(1, { status: { Questions: 101 } }));
    expect(compareCounters(reading(server(1)), after, run).status.primary).toEqual({ Questions: 1 });
  });

  it("keeps the ten statements that took most time, the sum of the others, and no more than 12 KiB", () => {
    const long = (n: number): string => String(n).padStart(digestLimits.characters, "表");
    const digests = Array.from({ length: 40 }, (_, n) => digest(long(n), 1_000_000_000 + n));
    const most = Object.fromEntries(StatusCounter.options.map((name) => [name, 0]));
    const last = Object.fromEntries(StatusCounter.options.map((name) => [name, Number.MAX_SAFE_INTEGER]));
    const found = compareCounters(
      reading(server(1, { digests: [], status: most }), server(2, { digests: [], status: most })),
      reading(server(1, { digests, status: last }), server(2, { digests: [], status: last })),
      run,
    );
    expect(found.statements?.top.map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, n) => long(39 - n)),
    );
    expect(found.statements?.others.count).toBe(30_000_000_435);
    const bytes = encodeURIComponent(JSON.stringify(found)).replaceAll(/%[0-9A-F]{2}/g, "x").length;
    expect(bytes).toBeLessThan(12 * 1_024);
  });
});

describe("what differed between arms", () => {
  const arm = (place: number, status: Record<string, number>): ArmCounters => ({
    arm: place,
    runs: 6,
    transactions: 10_000,
    status,
  });

  it("is each counter that grew by five percent more or less for a transaction, with that of every arm", () => {
    const sums = [
      arm(0, { Bytes_sent: 100_000, Questions: 200_000, Connections: 0 }),
      arm(2, { Bytes_sent: 160_000, Questions: 200_900, Connections: 20_000 }),
    ];
    expect(compareArmCounters(3, sums)).toEqual([
      { counter: "Connections", perTransaction: [0, null, 2] },
      { counter: "Bytes_sent", perTransaction: [10, null, 16] },
    ]);
  });

  it("is nothing where what happens once in ten thousand transactions differs, or nobody knows", () => {
    expect(compareArmCounters(2, [arm(0, { Slow_queries: 0 }), arm(1, { Slow_queries: 0.5 })])).toEqual([]);
    expect(compareArmCounters(2, [arm(0, { Questions: 1 })])).toEqual([]);
    const none = { ...arm(1, { Questions: 9 }), transactions: 0 };
    expect(compareArmCounters(2, [arm(0, { Questions: 1_000 }), none])).toEqual([]);
  });
});
