import { formatMessage } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { groupFrames, vip } from "../drill/findings/drill-group.fixture";
import { describeIncident } from "./describe-incident";
import { dead, follow, killed, look, recordOf, taken, zeroMs } from "./incident.fixture";

const course = [look(-1_000), look(100, dead), look(6_650, { ...taken, holders: [] }), look(7_000, taken)];

describe("an incident in which mysqld of the primary is killed", () => {
  const told = describeIncident(recordOf(course), false);

  it("has its cause, both primaries, and each phase in order, with errors that cover when it was", () => {
    expect(told).toMatchObject({
      kind: "primary",
      cause: "server_killed",
      oldPrimary: { name: "db1" },
      newPrimary: { name: "db2" },
      endedMs: null,
    });
    const truth = { lost: 0, suspected: 5_300, expelled: 6_300, elected: 6_350, writable: 6_600 };
    for (const [phase, atMs] of Object.entries({ ...truth, vip_released: 6_400, vip_taken: 6_900 })) {
      const mark = told.marks.find((one) => one.phase === phase);
      const placedMs = (mark?.atMs ?? Number.NaN) + told.start.atMs - zeroMs;
      expect(Math.abs(placedMs - atMs), phase).toBeLessThanOrEqual((mark?.errorMs ?? 0) + 0.2);
    }
    const times = told.marks.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("counts the address as away from the loss to where it led to a server that takes writes", () => {
    expect(told.addresses).toMatchObject([{ address: vip, from: "db1", to: "db2" }]);
    const away = told.addresses[0]?.away;
    expect(Math.abs((away?.ms ?? 0) - 6_900)).toBeLessThanOrEqual(away?.errorMs ?? 0);
    expect(told.actual).toEqual(away);
  });

  it("says it in one line and in sentences, with what was predicted, in both languages", () => {
    expect(told.line.text).toMatch(
      /^db1 was lost \(killed or crashed\); db2 took the writes after 6\.\d+ s\.$/,
    );
    expect(told.sentence.text).toMatch(/db2 took the writes after 6\.\d+ s ± \d+/);
    expect(told.sentence.text).toMatch(/10\.77\.0\.100 led to no server that takes writes for 6\.\d+ s/);
    expect(told.sentence.text).toMatch(/Predicted was an outage of 6\.05 s to 7\.8 s\./);
    expect(formatMessage(told.sentence, "zh")).toMatch(/失去 db1.*db2 接管写入.*预测中断/);
  });
});

it("an incident says only what is known while it lasts, and keeps what it found when the frames are gone", () => {
  const early = recordOf(
    course.slice(0, 2),
    groupFrames(killed, zeroMs).filter(
      ({ status, offsetMs }) => status.clock.monotonicMs + offsetMs < zeroMs + 2_000,
    ),
  );
  const first = describeIncident(early, false);
  expect(first).toMatchObject({ cause: "server_gone", newPrimary: null, actual: null, endedMs: null });
  expect(first.line.text).toBe("db1 was lost (server gone); no member takes the writes yet.");
  const later = describeIncident(recordOf(course), false, first);
  const thin = describeIncident({ ...recordOf(course), frames: [] }, false, later);
  expect(thin.marks).toEqual(later.marks);
  expect(thin.start).toEqual(first.start);
});

it("an incident whose address is still away does not say that nobody takes writes", () => {
  const frames = groupFrames({ ...killed, takenMs: 1e9 }, zeroMs);
  const told = describeIncident(recordOf(course.slice(0, 3), frames), false);
  expect(told).toMatchObject({ actual: null, newPrimary: null, addresses: [{ away: null }] });
  expect(told.line.text).toBe(
    "db1 was lost (killed or crashed); db2 takes the writes, and 10.77.0.100 does not lead there yet.",
  );
  expect(told.sentence.text).toMatch(/10\.77\.0\.100 leads to no server that takes writes yet\./);
});

it("an incident that has ended bears the time at which its hosts say that all was back", () => {
  const ended = describeIncident(recordOf([...course, look(17_100, taken)]), true);
  expect(Math.abs((ended.endedMs ?? 0) - zeroMs - 6_900)).toBeLessThanOrEqual(200);
});

it("what was watched in part tells no figure that nobody measured", () => {
  const told = describeIncident({ ...recordOf(course), isPartial: true, frames: [] }, false);
  expect(told).toMatchObject({ actual: null, isPartial: true });
  expect(told.line.text).toBe("db1 was lost (server gone); db2 takes the writes.");
  expect(told.sentence.text).toContain("observed in part");
});

it("an address alone that leaves its host is told by itself", () => {
  const away = [look(-1_000), look(50, { holders: [] }), look(900)];
  expect(follow(away)).toMatchObject({ kind: "open", incident: { kind: "address" } });
  const bare = killed;
  const frames = groupFrames(
    {
      ...bare,
      suspectedMs: 1e9,
      expelledMs: 1e9,
      electedMs: 1e9,
      writableMs: 1e9,
      releasedMs: 0,
      takenMs: 1e9,
      upMs: 0,
      joinsMs: 0,
      healedMs: 0,
    },
    zeroMs,
  );
  const told = describeIncident(recordOf(away, frames), false);
  expect(told).toMatchObject({ kind: "address", cause: "address_lost", newPrimary: { name: "db1" } });
  expect(told.line.text).toBe("10.77.0.100 was away from db1 and is back.");
});
