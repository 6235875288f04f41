import {
  type DrillFault,
  type DrillVerdictKind,
  type DrillWayFigures,
  formatMessage,
  message,
} from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComparedDrill, compareDrills, medianOf } from "./compare-drills";

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const kill: DrillFault = { kind: "kill_mysqld", restarts: false };

function way(gapMs: number | null, change: Partial<DrillWayFigures> = {}): DrillWayFigures {
  return {
    ...{ address: "10.77.0.100", port: 3306, label: "VIP", gapMs, errorMs: 20 },
    ...{ writeBackMs: gapMs, lost: 0, ...change },
  };
}

function drill(n: number, outcomes: DrillWayFigures[], change: Partial<ComparedDrill> = {}): ComparedDrill {
  const at = `2026-11-${String(n).padStart(2, "0")}T02:00:00.000Z`;
  return {
    id: idOf(n),
    seriesId: null,
    fault: kill,
    startedAt: at,
    endedAt: at,
    verdict: verdict("passed"),
    outcomes,
    ...change,
  };
}

function verdict(kind: DrillVerdictKind): ComparedDrill["verdict"] {
  return { kind, sentence: message("step.waiting"), notes: [] };
}

describe("drills beside each other", () => {
  test("each run is a point, oldest first, with the median and the worst of its way", () => {
    const router = { address: "10.77.0.21", port: 6446, label: "Router" };
    const { faults } = compareDrills([
      drill(3, [way(7_800), way(7_400, router)]),
      drill(1, [way(6_900)]),
      drill(2, [way(6_000)]),
    ]);
    expect(faults).toHaveLength(1);
    const [vip, other] = faults[0]?.ways ?? [];
    expect(vip?.runs.map(({ gapMs }) => gapMs)).toEqual([6_900, 6_000, 7_800]);
    expect(vip).toMatchObject({ label: "VIP", medianMs: 6_900, worstMs: 7_800, notBack: 0, lost: 0 });
    expect(vip?.sentence.text).toBe(
      "Killing mysqld stops writes through VIP for 6.9 s at the median (up to 20 ms shorter); the worst of 3 runs is 7.8 s (up to 20 ms shorter).",
    );
    expect(other?.sentence.text).toBe(
      "Killing mysqld stops writes through Router for 7.4 s (1 run; up to 20 ms shorter).",
    );
    expect(vip && formatMessage(vip.sentence, "zh")).toBe(
      "杀死 mysqld 进程使经 VIP 的写入中断 6.9 秒（中位数，最多可短 20 毫秒）；3 次中最长 7.8 秒（最多可短 20 毫秒）。",
    );
  });

  test("the error of a median and of a worst is that of all outages, not that of one run", () => {
    const [compared] =
      compareDrills([
        drill(1, [way(6_000.3, { errorMs: 20.1 })]),
        drill(2, [way(7_000, { errorMs: 3_000 })]),
        drill(3, [way(7_100, { errorMs: 40 })]),
      ]).faults[0]?.ways ?? [];
    // The outages may be 5980.2, 4000 and 7060 ms long: their median is not that of the run in the middle.
    expect(compared).toMatchObject({
      medianMs: 7_000,
      medianErrorMs: 1_019.8,
      worstMs: 7_100,
      worstErrorMs: 40,
    });
    const gone = compareDrills([drill(1, [way(60_000, { writeBackMs: null })])]).faults[0]?.ways[0];
    expect(gone).toMatchObject({ medianErrorMs: null, worstErrorMs: null });
  });

  test("one fault with another choice is another, and one that hits another member is the same", () => {
    const faults: DrillFault[] = [
      kill,
      { kind: "kill_mysqld", restarts: true },
      { kind: "switchover", memberId: idOf(1) },
      { kind: "switchover", memberId: idOf(2) },
      { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
      { kind: "cut_one_way", memberId: null, drops: "from_secondary" },
    ];
    const compared = compareDrills(faults.map((fault, n) => drill(n + 1, [way(1_000)], { fault }))).faults;
    expect(compared.map(({ ways }) => ways[0]?.runs.length)).toEqual([1, 1, 2, 1, 1]);
    expect(compared[2]?.fault).toEqual({ kind: "switchover", memberId: null });
    expect(compared[3]?.ways[0]?.sentence.text).toMatch(/^Losing the frames to a secondary/);
  });

  test("a program of a proxy is one fault whichever proxy has it, and another where it starts again", () => {
    const faults = [idOf(1), idOf(2)].flatMap((proxyId) =>
      [false, true].map(
        (restarts) => ({ kind: "kill_proxy", proxyId, program: "haproxy", restarts }) as const,
      ),
    );
    const compared = compareDrills(faults.map((fault, n) => drill(n + 1, [way(1_000)], { fault }))).faults;
    expect(compared.map(({ ways }) => ways[0]?.runs.length)).toEqual([2, 2]);
    expect(compared[0]?.fault).toMatchObject({ kind: "kill_proxy", proxyId: null });
    expect(compared[1]?.ways[0]?.sentence.text).toMatch(/^Killing HAProxy that starts again stops/);
  });

  test("a disk that is full for longer is another fault", () => {
    const faults = ([20, 20, 120] as const).map((seconds) => ({ kind: "fill_disk", seconds }) as const);
    const compared = compareDrills(faults.map((fault, n) => drill(n + 1, [way(1_000)], { fault }))).faults;
    expect(compared.map(({ ways }) => ways[0]?.runs.length)).toEqual([2, 1]);
    expect(compared[1]?.ways[0]?.sentence.text).toMatch(/^A disk that is full for 120 s stops/);
  });

  test("counts those that were not tested, were broken off, or left no figures, and not those that run", () => {
    const { faults, untested } = compareDrills([
      drill(1, [way(1_000)]),
      drill(2, [way(2_000)], { verdict: verdict("failed") }),
      drill(3, [way(9_000)], { verdict: verdict("not_tested") }),
      drill(4, [way(9_000)], { verdict: verdict("broken_off") }),
      drill(5, [], { outcomes: null }),
      drill(6, [way(9_000)], { endedAt: null, verdict: null }),
    ]);
    expect(faults[0]?.ways[0]?.runs).toHaveLength(2);
    expect(untested).toBe(3);
  });

  test("a run in which writes did not come back is longer than any other, and is told", () => {
    const gone = way(60_000, { writeBackMs: null });
    const some = compareDrills([drill(1, [way(6_000)]), drill(2, [gone]), drill(3, [way(7_000)])]);
    expect(some.faults[0]?.ways[0]).toMatchObject({ medianMs: 7_000, worstMs: null, notBack: 1 });
    expect(some.faults[0]?.ways[0]?.sentence.text).toMatch(
      /7 s at the median \(up to 20 ms shorter\); in 1 of 3 runs they did not come back/,
    );
    const most = compareDrills([drill(1, [way(6_000)]), drill(2, [gone]), drill(3, [gone])]);
    expect(most.faults[0]?.ways[0]).toMatchObject({ medianMs: null, worstMs: null, notBack: 2 });
    expect(most.faults[0]?.ways[0]?.sentence.code).toBe("drill_compared.not_back");
    // Not one write was acknowledged: nothing to measure between, and no way that came back.
    const none = compareDrills([drill(1, [way(null)])]);
    expect(none.faults[0]?.ways[0]?.runs).toMatchObject([{ isBack: false }]);
  });

  test("lost writes are counted over all runs in which they are known, and the others are counted, too", () => {
    const runs = [way(1_000, { lost: 2 }), way(1_000, { lost: null }), way(1_000, { lost: 1 })];
    const { faults } = compareDrills(runs.map((one, n) => drill(n + 1, [one])));
    expect(faults[0]?.ways[0]).toMatchObject({ lost: 3, lostUnknown: 1 });
  });

  test("as many lie at or below the median as at or above it", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(100_000)), { minLength: 1, maxLength: 60 }), (lengths) => {
        const median = medianOf(lengths) ?? Number.POSITIVE_INFINITY;
        const known = lengths.map((one) => one ?? Number.POSITIVE_INFINITY);
        const half = lengths.length / 2;
        expect(known.filter((one) => one <= median).length).toBeGreaterThanOrEqual(half);
        expect(known.filter((one) => one >= median).length).toBeGreaterThanOrEqual(Math.floor(half));
      }),
    );
    expect(medianOf([])).toBeNull();
  });
});
