import type { IncidentTimeline } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addAttempt, type StripRun } from "../drill/findings/draw-strip";
import { groupFrames, vip } from "../drill/findings/drill-group.fixture";
import type { DrillFrame } from "../drill/findings/drill-record";
import { describeIncident } from "./describe-incident";
import { dead, hostOf, killed, look, recordOf, taken, zeroMs } from "./incident.fixture";
import type { IncidentRecord } from "./incident-record";
import { joinTimelines } from "./join-timelines";

const course = [look(-1_000), look(100, dead), look(6_650, { ...taken, holders: [] }), look(7_000, taken)];
const whole = recordOf(course);

function timelineOf(
  record: IncidentRecord,
  known?: Parameters<typeof describeIncident>[2],
): IncidentTimeline {
  const { timeline } = describeIncident(record, false, known);
  if (timeline === null) throw new Error("nothing was seen");
  return timeline;
}

function at<S extends { readonly fromMs: number; readonly toMs: number }>(
  spans: readonly S[] | undefined,
  ms: number,
): S | undefined {
  return spans?.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
}

const viewOf = (told: IncidentTimeline, viewer: string, ms: number) =>
  at(told.lanes.views.find((one) => one.viewer === viewer)?.spans, ms)?.members ?? null;
const stateOf = (told: IncidentTimeline, viewer: string, ms: number, of = "db1") =>
  viewOf(told, viewer, ms)?.find(({ name }) => name === of)?.state ?? null;
const isHeld = (told: IncidentTimeline, host: string, ms: number) =>
  at(told.lanes.addresses.find((one) => one.host === host)?.spans, ms)?.isHeld ?? null;

/** Each lane covers the whole without a gap, and each span differs from the one before. */
function requireWhole({ fromMs, toMs, lanes }: IncidentTimeline): void {
  const all = [...lanes.views, ...lanes.readOnly, ...lanes.addresses, ...lanes.arp];
  for (const { spans } of all) {
    expect([spans[0]?.fromMs, spans.at(-1)?.toMs]).toEqual([fromMs, toMs]);
    for (const [index, next] of spans.entries()) {
      const one = spans[index - 1];
      if (one === undefined) continue;
      expect(next.fromMs).toBe(one.toMs);
      expect({ ...next, fromMs: 0, toMs: 0 }).not.toEqual({ ...one, fromMs: 0, toMs: 0 });
    }
  }
}

describe("the lanes of an incident", () => {
  const told = timelineOf(whole);

  it("have every server's own view on the clock of the incident, who takes writes, and who holds the address", () => {
    requireWhole(told);
    expect(told.lanes.views.map(({ viewer }) => viewer)).toEqual(["db1", "db2", "db3"]);
    expect([stateOf(told, "db2", -500), stateOf(told, "db2", 5_600), stateOf(told, "db2", 7_500)]).toEqual([
      "ONLINE",
      "UNREACHABLE",
      null,
    ]);
    expect(viewOf(told, "db1", 3_000)).toBeNull();
    const readOnly = told.lanes.readOnly.find(({ server }) => server === "db2")?.spans;
    expect([at(readOnly, 1_000)?.isReadOnly, at(readOnly, 8_000)?.isReadOnly]).toEqual([true, false]);
    expect([isHeld(told, "db1", 1_000), isHeld(told, "db2", 1_000), isHeld(told, "db2", 8_000)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("say who answers on the wire as each host asks, and nothing of hosts that do not ask", () => {
    expect(told.lanes.arp).toEqual([]);
    const asking = whole.frames.map((frame): DrillFrame => {
      if (frame.hostId !== hostOf(3)) return frame;
      const askedMonotonicMs = frame.status.clock.monotonicMs - 100;
      const isTaken = askedMonotonicMs + frame.offsetMs - zeroMs > 6_900;
      const macs = [isTaken ? "02:00:00:00:00:12" : "02:00:00:00:00:11"];
      const wire = [{ vipId: hostOf(1), address: vip, askedMonotonicMs, macs }];
      return { ...frame, status: { ...frame.status, wire } };
    });
    const { arp } = timelineOf({ ...whole, frames: asking }).lanes;
    expect(arp.map(({ askedBy }) => askedBy)).toEqual(["db3"]);
    const seen = arp[0]?.spans;
    expect([at(seen, 3_000)?.owners, at(seen, 9_000)?.owners]).toEqual([["db1"], ["db2"]]);
  });

  it("have what standing probers were told, in runs on the same clock", () => {
    const runs: StripRun[] = [];
    for (let ms = -20_000; ms < 15_000; ms += 1_000) {
      const outcome = ms >= 0 && ms < 7_000 ? "not_sent" : "acked";
      addAttempt(runs, { fromMs: zeroMs + ms, toMs: zeroMs + ms + 1_000, outcome, server: null });
    }
    const probed = [{ label: "VIP", lane: "write" as const, runs }];
    const [strip] = timelineOf({ ...whole, probed }).strips;
    expect(strip?.spans.map(({ outcome, count }) => [outcome, count])).toEqual([
      ["acked", 20],
      ["not_sent", 7],
      ["acked", 8],
    ]);
    expect(Math.abs(strip?.spans[1]?.fromMs ?? Number.NaN)).toBeLessThan(100);
  });

  it("are none where nobody saw anything", () => {
    expect(describeIncident({ ...whole, frames: [] }, false).timeline).toBeNull();
  });
});

describe("the lanes of an incident that lasts longer than frames are kept", () => {
  const endMs = 200_000;
  const keptMs = 50_000;
  const all = groupFrames({ ...killed, upMs: 100_000, joinsMs: 110_000, healedMs: 120_000, endMs }, zeroMs);
  const atOf = ({ status, offsetMs }: DrillFrame): number => status.clock.monotonicMs + offsetMs - zeroMs;

  /** What a watch knows at an instant: the beginning, and the newest frames. */
  function recordAt(nowMs: number, sinceMs = nowMs - keptMs): IncidentRecord {
    const isKept = (ms: number): boolean =>
      ms <= nowMs && (sinceMs < 0 || (ms < 20_000 && sinceMs === nowMs - keptMs) || ms >= sinceMs - 10_000);
    const frames = all.filter((frame) => isKept(atOf(frame)));
    return { ...recordOf(course, frames), nowMs: zeroMs + nowMs, framesSinceMs: zeroMs + sinceMs };
  }

  it("are those of one who kept every frame, whenever they are looked at", () => {
    const truth = timelineOf({
      ...recordOf(course, all),
      nowMs: zeroMs + endMs,
      framesSinceMs: zeroMs - 5_000,
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 500, max: 30_000 }), { minLength: 8, maxLength: 16 }),
        (steps) => {
          let known = describeIncident(recordAt(500), false);
          let nowMs = 500;
          for (const step of steps) {
            nowMs = Math.min(endMs, nowMs + step);
            known = describeIncident(recordAt(nowMs), false, known);
          }
          const told = known.timeline;
          if (told === null) throw new Error("nothing was seen");
          requireWhole(told);
          for (let ms = 0; ms < nowMs - 100; ms += 997) {
            for (const { name } of [{ name: "db1" }, { name: "db2" }, { name: "db3" }]) {
              expect(viewOf(told, name, ms), `${name} at ${ms}`).toEqual(viewOf(truth, name, ms));
              expect(isHeld(told, name, ms)).toBe(isHeld(truth, name, ms));
            }
          }
        },
      ),
      { numRuns: 2 },
    );
  });

  it("say of the time in which nobody watched that nobody said anything", () => {
    const known = describeIncident(recordAt(30_000), false);
    const told = timelineOf(recordAt(120_000, 100_000), known);
    requireWhole(told);
    expect([viewOf(told, "db2", 60_000), isHeld(told, "db2", 60_000)]).toEqual([null, null]);
    expect(stateOf(told, "db2", 5_600)).toBe("UNREACHABLE");
    expect(isHeld(told, "db2", 110_000)).toBe(true);
  });
});

describe("a timeline that was known, joined with what is found now", () => {
  const empty: IncidentTimeline = {
    ...{ fromMs: -10_000, toMs: 20_000, strips: [] },
    lanes: { views: [], readOnly: [], addresses: [], arp: [] },
  };

  it("keeps the lanes of hosts with spaces in their names apart, and their names whole", () => {
    const whole = { fromMs: -10_000, toMs: 20_000 };
    const names = ["db 1", "db 2", "db"];
    const addresses = names.map((host, at) => ({
      ...{ address: vip, host },
      spans: [{ ...whole, isHeld: at === 0 }],
    }));
    const arp = names.map((askedBy) => ({ address: vip, askedBy, spans: [{ ...whole, owners: [askedBy] }] }));
    const told = { ...empty, lanes: { ...empty.lanes, addresses, arp } };
    expect(joinTimelines(told, told, 5_000).lanes).toEqual(told.lanes);
    // What only one of both has is there, too.
    const [first, ...others] = addresses;
    const lanes = { ...empty.lanes, addresses: first === undefined ? [] : [first] };
    const later = { ...empty, lanes: { ...empty.lanes, addresses: others } };
    const joined = joinTimelines({ ...empty, lanes }, later, 5_000).lanes.addresses;
    expect(joined.map(({ host }) => host)).toEqual(names);
  });

  it("keeps a long run of a prober up to the first one that another worker tells", () => {
    const span = { outcome: "not_sent" as const, server: null };
    const known = [
      { label: "VIP", lane: "write" as const, spans: [{ ...span, fromMs: 0, toMs: 9_000, count: 9 }] },
    ];
    const found = [
      { label: "VIP", lane: "write" as const, spans: [{ ...span, fromMs: 8_600, toMs: 12_600, count: 4 }] },
    ];
    const { strips } = joinTimelines({ ...empty, strips: known }, { ...empty, strips: found }, 5_000);
    expect(strips).toEqual([
      {
        ...{ label: "VIP", lane: "write" },
        spans: [
          { ...span, fromMs: 0, toMs: 8_600, count: 9 },
          { ...span, fromMs: 8_600, toMs: 12_600, count: 4 },
        ],
      },
    ]);
    // Told anew by the same worker, a run is in place of what was known of it.
    const same = joinTimelines({ ...empty, strips: known }, { ...empty, strips: known }, 5_000).strips;
    expect(same).toEqual(known);
  });
});
