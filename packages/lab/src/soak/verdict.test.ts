import { describe, expect, it } from "vitest";
import type { FaultOutcome } from "./outcome";
import { endOf, outcomeOf, readsOf } from "./outcome.fixture";
import { listFailures, listUnsafe } from "./verdict";

const clean = Array.from({ length: 20 }, (_, index) => outcomeOf(index + 1));
const withLast = (given: Partial<FaultOutcome>) => [...clean.slice(0, 19), outcomeOf(20, given)];
const fail = (outcomes: readonly FaultOutcome[], ends = [endOf(20)], wanted = 20) =>
  listFailures({ wanted, outcomes, ends });

describe("listFailures", () => {
  it("is empty for a clean run", () => {
    expect(fail(clean)).toEqual([]);
  });

  it.each<[string, Partial<FaultOutcome>]>([
    ["a lost write", { lostWrites: ["r/1"] }],
    ["a phantom", { phantomWrites: ["r/1"] }],
    ["two writers", { dualWriterMs: 1 }],
    ["two holders", { dualHolderMs: 1 }],
    ["two hosts that answered on the wire", { wire: { asked: 250, answered: 250, dual: 1 } }],
    ["a stale read", { reads: [readsOf(180), readsOf(180, 1)] }],
    ["an address that came back too late", { late: ["away from db1"] }],
    ["a mend", { violations: ["the group was mended"] }],
  ])("fails for %s", (_what, given) => {
    expect(fail(withLast(given))).toHaveLength(1);
  });

  it("fails for a run that was cut short", () => {
    expect(fail(clean, [endOf(20)], 21)).toEqual(["only 20 of 21 faults were done"]);
  });

  it("judges what was seen to be in force by kind, however many others were", () => {
    const unseen = withLast({ kind: "isolate", isEffective: false });
    expect(fail(unseen)).toEqual(["only 0 of 1 faults of 'isolate' were seen to be in force"]);
    const many = Array.from({ length: 20 }, (_, index) => outcomeOf(index + 1, { isEffective: index > 0 }));
    expect(fail(many)).toEqual([]);
  });

  it("asks no proof and no share of a fault that is done again, and nothing less otherwise", () => {
    const byProof = { R1: 1, R2: 0, R3: 0, R4: 0 };
    const again = (given: Partial<FaultOutcome>) =>
      listFailures({
        ...{ wanted: 1, isReplay: true, ends: [endOf(20)] },
        outcomes: [outcomeOf(20, { byProof, heldMs: 1_000, ...given })],
      });
    expect(again({})).toEqual([]);
    expect(again({ wire: { asked: 250, answered: 20, dual: 0 }, rejoined: 1 })).toEqual([]);
    expect(again({ late: ["away from db1"] })).toEqual(["fault 20: away from db1"]);
    expect(again({ isEffective: false })).toHaveLength(1);
  });

  it("fails where a proof was never used", () => {
    const without = clean.map((one) => ({ ...one, byProof: { R1: 1, R2: 0, R3: 0, R4: 0 } }));
    expect(fail(without)).toEqual(["no host took the address by R2", "no host took the address by R3"]);
  });

  it("fails for an address that is safe because nobody holds it", () => {
    expect(fail(clean.map((one) => ({ ...one, heldMs: 17_000 })))).toEqual([
      "the address was held for 85.0 % of the time with a healthy primary",
    ]);
  });

  it("fails where one of the clients hardly had a read answered, and not for enough of them", () => {
    const answered = (count: number) =>
      fail(clean.map((one) => ({ ...one, reads: [readsOf(180), readsOf(count)] })));
    expect(answered(95)).toEqual([]);
    expect(answered(94)).toEqual(["only 1880 of 3800 reads of the client that connects each were answered"]);
  });

  it("asks for no reads of faults that could not be judged", () => {
    const unjudged = clean.map((one, index) => (index < 15 ? { ...one, reads: null } : one));
    expect(fail(unjudged)).toEqual([]);
  });

  it("takes a breach of the group's order for what is not safe, and says which", () => {
    const found = fail(withLast({ disorder: ["1 writes were decided before"] }));
    expect(found).toEqual([
      "1 kinds of breach of the group's order, in fault 20",
      "fault 20: 1 writes were decided before",
    ]);
  });

  it("fails for a watch of the wire that is deaf, or that asked nothing, and not for one that heard enough", () => {
    const heard = (asked: number, answered: number) =>
      fail(
        clean.map((one) => ({ ...one, wire: { asked, answered, dual: 0 } })),
        [endOf(20, { wire: null })],
      );
    expect(heard(250, 175)).toEqual([]);
    expect(heard(250, 174)).toEqual(["only 3480 of 5000 questions on the wire were answered"]);
    expect(heard(0, 0)).toHaveLength(1);
  });

  it("fails where more than a rarity of members had to be let join again", () => {
    const again = (count: number) =>
      fail(clean.map((one, index) => ({ ...one, rejoined: index < count ? 2 : 0 })));
    expect(again(1)).toEqual([]);
    expect(again(2)).toEqual([
      "a member lost the way to another one and was let join again in 2 of 20 faults",
    ]);
  });

  it("fails for a row that was lost after its own fault, and for two holders after the last", () => {
    expect(fail(clean, [endOf(20, { lostWrites: ["r/1"] })])).toEqual([
      "1 acknowledged writes were lost, after the last fault",
    ]);
    expect(fail(clean, [endOf(20, { dualHolderMs: 2 })])).toEqual([
      "2 ms with two holders, after the last fault",
    ]);
  });

  it("fails where the rows of an earlier sitting were not read again before its lab went", () => {
    const resumed = [...clean.slice(0, 18).map((one) => ({ ...one, lab: "l0" })), ...clean.slice(18)];
    expect(fail(resumed, [endOf(18, { lab: "l0" }), endOf(20)])).toEqual([]);
    expect(fail(resumed, [endOf(17, { lab: "l0" }), endOf(20)])).toEqual([
      "the rows of fault 18 were not read again at the end",
    ]);
  });

  it("fails for figures of two builds", () => {
    expect(fail(withLast({ build: "b2" }))).toEqual(["the faults were done with 2 builds of the agent"]);
  });
});

describe("listUnsafe", () => {
  const unsafe = (given: Partial<FaultOutcome>) => listUnsafe({ outcomes: withLast(given), ends: [] });

  it("names what an unsafe rule did, and in which fault", () => {
    expect(unsafe({ dualHolderMs: 8_304, lostWrites: ["r/1"] })).toEqual([
      "1 acknowledged writes were lost, in fault 20",
      "8304 ms with two holders, in fault 20",
    ]);
  });

  it("does not count a want of proofs, lateness or an unseen fault as unsafe", () => {
    const byProof = { R1: 0, R2: 0, R3: 0, R4: 0 };
    expect(unsafe({ byProof, late: ["away"], isEffective: false, violations: ["mended"] })).toEqual([]);
  });
});
