import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type HostAck, listPrimaryIntervals } from "./primary-intervals";
import { vipLimits } from "./vip-limits";
import { type AgentWord, type FaultCourse, findUnboundHold, judgeReturn, listKeptAway } from "./vip-return";

const course: FaultCourse = {
  target: "db1",
  loses: "nothing",
  mayNeedTime: false,
  actedMs: 1_000,
  struckMs: 1_000,
  healingMs: 8_900,
  healedMs: 9_000,
  removedMs: [],
};
const acks = (host: string, fromMs: number, toMs: number): HostAck[] =>
  Array.from({ length: (toMs - fromMs) / 50 + 1 }, (_, index) => {
    const atMs = fromMs + index * 50;
    return { host, startedMs: atMs, atMs };
  });
const moved = listPrimaryIntervals([...acks("db1", 0, 1_000), ...acks("db2", 7_500, 30_000)]);
const stayed = listPrimaryIntervals(acks("db1", 0, 30_000));
const heldBefore = { host: "db1", fromMs: -1_000, toMs: 1_200 };
const heldFrom = (fromMs: number, host = "db2") => ({ host, fromMs, toMs: null });
const word: AgentWord = { acquisitions: [], conflicts: [] };
const judge = (fromMs: number, given: Partial<FaultCourse> = {}, proof: "R1" | "R3" = "R1") =>
  judgeReturn(
    "address",
    moved,
    [heldBefore, heldFrom(fromMs)],
    { ...word, acquisitions: [{ host: "db2", atMs: fromMs + 40, proofs: ["R1", proof] }] },
    { ...course, ...given },
  );
const judgeAgain = (fromMs: number, given: Partial<FaultCourse> = {}, seen: AgentWord = word) =>
  judgeReturn("address", stayed, [heldBefore, heldFrom(fromMs, "db1")], seen, { ...course, ...given }).late;

describe("judgeReturn", () => {
  it("counts from the group's own election, with a second allowed", () => {
    expect(judge(7_900)).toEqual({ worstMs: 400, late: [], lateSpans: [] });
    const span = { fromMs: 6_500, toMs: 7_501 };
    expect(judge(8_501)).toEqual({
      worstMs: 1_001,
      late: [message("drill.address_away", { host: "db2", awayMs: 1_001, ...span, limitMs: 1_000 })],
      lateSpans: [{ fromMs: 6_500, toMs: 8_501 }],
    });
  });

  it("names what was out: the address, or the writes through it", () => {
    const late = judgeReturn("writes", moved, [heldBefore], word, course).late;
    expect(late).toMatchObject([{ code: "drill.writes_away", params: { host: "db2" } }]);
  });

  it("allows the waiting time only where an agent may be silent and time did prove", () => {
    expect(vipLimits.proofWaitMs).toBe(3_808);
    expect(judge(12_000, {}, "R3").late).toHaveLength(1);
    const later = { healingMs: 20_000, healedMs: 20_100 };
    expect(judge(9_000, { mayNeedTime: true, ...later }, "R1").late, "before it could speak").toHaveLength(1);
    expect(judge(12_000, { mayNeedTime: true, ...later }, "R1").late).toHaveLength(1);
    expect(judge(12_000, { mayNeedTime: true }, "R3").late).toEqual([]);
    expect(judge(12_400, { mayNeedTime: true }, "R3").late).toHaveLength(1);
    const healed = { healingMs: 10_800, healedMs: 10_900 };
    expect(judge(11_000, { mayNeedTime: true, ...healed }, "R1").late, "it spoke again").toEqual([]);
    expect(judge(12_000, { mayNeedTime: true, ...healed }, "R1").late, "and not at once").toHaveLength(1);
    expect(judge(11_000, healed, "R1").late).toHaveLength(1);
    const long = { mayNeedTime: true, healingMs: 1_100, healedMs: 1_150 };
    expect(judge(9_000, long, "R1").late, "nobody was silent any more").toHaveLength(1);
  });

  it("counts a return by proven silence from the removal of who was silent, and no other", () => {
    const from = (fromMs: number, removedMs: readonly number[], proof: "R1" | "R2" = "R2") =>
      judgeReturn(
        "address",
        stayed,
        [heldBefore, heldFrom(fromMs, "db1")],
        { ...word, acquisitions: [{ host: "db1", atMs: fromMs + 40, proofs: ["R1", proof] }] },
        { ...course, removedMs },
      );
    expect(from(3_900, []).late).toHaveLength(1);
    expect(from(3_900, [3_000])).toMatchObject({ worstMs: 900, late: [] });
    expect(from(4_100, [3_000]).late).toHaveLength(1);
    expect(from(3_900, [3_000], "R1").late).toHaveLength(1);
    expect(from(3_900, [800, 5_000]).late).toHaveLength(1);
    expect(from(4_300, [2_000, 3_900]).late, "a later removal is another").toHaveLength(1);
    expect(from(3_300, [2_000, 2_400])).toMatchObject({ worstMs: 900, late: [] });
  });

  it("never forgives an address that does not come at all, or that comes to another host", () => {
    const late = (...holds: Parameters<typeof judgeReturn>[2]) =>
      judgeReturn("address", moved, holds, word, course).late;
    expect(late(heldBefore)).toHaveLength(1);
    expect(late(heldBefore, heldFrom(7_600, "db3"))).toHaveLength(1);
  });

  it("forgives an absence that the group's next election ends in time", () => {
    const short = listPrimaryIntervals([...acks("db1", 0, 1_000), ...acks("db2", 7_500, 8_200)]);
    expect(judgeReturn("address", short, [heldBefore], word, course).late).toEqual([]);
  });

  it("counts from the heal where a stranger had the address, and lets an agent wait that keeps finding some", () => {
    const given = { loses: "wire-until-heal" } as const;
    const found = (host: string, ...atMs: readonly number[]): AgentWord => ({
      ...word,
      conflicts: atMs.map((one) => ({ host, atMs: one })),
    });
    for (const once of [word, found("db1", 2_000), found("db1", -80_000, -1_000, 2_000)]) {
      expect(judgeAgain(9_900, given, once)).toEqual([]);
      expect(judgeAgain(10_100, given, once)).toHaveLength(1);
    }
    const again = found("db1", -40_000, -1_000, 2_000);
    expect(judgeAgain(19_900, given, again)).toEqual([]);
    expect(judgeAgain(20_100, given, again)).toHaveLength(1);
    expect(judgeAgain(10_100, given, found("db2", -40_000, -1_000, 2_000))).toHaveLength(1);
  });

  it("counts from the kill where an agent is killed as it takes the address, on its own host alone", () => {
    const given = { loses: "agent-for-a-moment", target: "db2", actedMs: 7_500, struckMs: 7_900 } as const;
    expect(judge(8_900, given)).toMatchObject({ worstMs: 1_000, late: [] });
    const late = { host: "db2", awayMs: 1_001, fromMs: 400, toMs: 1_401, limitMs: 1_000 };
    expect(judge(8_901, given).late).toEqual([message("drill.address_away", late)]);
    expect(judge(9_001, { ...given, struckMs: 8_600 }).late, "a kill that came late").toHaveLength(1);
    expect(judge(8_901, { ...given, target: "db1" }).late).toHaveLength(1);
    expect(judge(8_901, { ...given, loses: "nothing" }).late).toHaveLength(1);
    expect(judge(8_600, { ...given, struckMs: 1_000 }).late, "the group's answer is later").toHaveLength(1);
  });

  it("counts from the heal where the fault keeps agents from asking, and allows nothing more", () => {
    const given = { loses: "evidence-until-heal" } as const;
    expect(judgeAgain(9_900, given)).toEqual([]);
    expect(judgeAgain(10_100, given)).toHaveLength(1);
  });

  it("tells when a late one counted, and not when it began, for what was excused may have been long", () => {
    const gone = { ...course, loses: "agent-until-heal", healedMs: 25_000 } as const;
    const holds = [heldBefore, heldFrom(27_000, "db1")];
    expect(judgeReturn("address", stayed, holds, word, gone).lateSpans).toEqual([
      { fromMs: 24_000, toMs: 27_000 },
    ]);
  });

  it("gives the time of the lease to an agent that hangs, and to no other", () => {
    expect(judgeAgain(5_200, { loses: "hung-agent" })).toEqual([]);
    expect(judgeAgain(5_400, { loses: "hung-agent" })).toHaveLength(1);
    expect(judgeAgain(5_200, { loses: "hung-agent", target: "db3" })).toHaveLength(1);
    expect(judgeAgain(5_200)).toHaveLength(1);
    expect(judgeAgain(9_900, { loses: "agent-until-heal" })).toEqual([]);
    expect(judgeAgain(10_100, { loses: "agent-until-heal" })).toHaveLength(1);
  });

  it("ignores what was before the fault", () => {
    const early = listPrimaryIntervals(acks("db1", -9_000, 1_000));
    expect(judgeReturn("address", early, [heldBefore], word, course)).toMatchObject({
      worstMs: 0,
      late: [],
    });
  });
});

describe("listKeptAway", () => {
  const saw = { ...word, conflicts: [{ host: "db1", atMs: 2_000 }] };

  it("is while the fault takes away what the VIP needs, and never else", () => {
    expect(listKeptAway(saw, course)).toEqual([]);
    const gone = { ...course, loses: "evidence-until-heal" } as const;
    expect(listKeptAway(saw, gone)).toEqual([{ fromMs: 1_000, toMs: 9_000 }]);
  });

  it("goes on for as long as an agent that saw a stranger may wait", () => {
    const taken = { ...course, loses: "wire-until-heal" } as const;
    expect(listKeptAway(word, taken)).toEqual([{ fromMs: 1_000, toMs: 9_000 }]);
    expect(listKeptAway(saw, taken)).toEqual([{ fromMs: 1_000, toMs: 10_000 }]);
    const conflicts = [-40_000, -1_000, 2_000].map((atMs) => ({ host: "db1", atMs }));
    expect(listKeptAway({ ...word, conflicts }, taken)).toEqual([{ fromMs: 1_000, toMs: 20_000 }]);
  });
});

describe("findUnboundHold", () => {
  const gone = { ...course, loses: "agent-until-heal" } as const;
  const until = (toMs: number | null) => [{ host: "db1", fromMs: -1_000, toMs }];

  it("allows it to an agent that hangs, whose next one may earn the address anew", () => {
    const hung = { ...course, loses: "hung-agent" } as const;
    expect(findUnboundHold(until(4_050), hung)).toBeNull();
    expect(findUnboundHold(until(4_150), hung)).toMatchObject({ params: { heldMs: 100 } });
    expect(findUnboundHold([...until(3_000), heldFrom(4_000, "db1")], hung)).toBeNull();
    expect(findUnboundHold(until(8_000), { ...hung, healedMs: 3_000 })).toBeNull();
  });

  it("allows the lease and its slack, and no more, to an address that nobody renews", () => {
    expect(findUnboundHold(until(4_050), gone)).toBeNull();
    const held = { host: "db1", heldMs: 100, leaseMs: vipLimits.leaseEndMs };
    expect(findUnboundHold(until(4_150), gone)).toEqual(message("drill.unbound_hold", held));
    expect(findUnboundHold(until(null), gone)).toMatchObject({ params: { heldMs: 4_950 } });
  });

  it("says nothing where an agent or its supervisor is left", () => {
    expect(findUnboundHold(until(null), course)).toBeNull();
  });
});
