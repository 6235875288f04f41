import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireSight } from "./snapshot";
import { idOf, macOf, nowMs, vipId, wireOf } from "./topology-snapshot.fixture";
import { judgeWire, type RightfulHolder, type WireQuestion, type WireRuling } from "./wire";

const hostOf = (mac: string): string | null => {
  const known = [1, 2, 3, 4, 5].find((n) => macOf(n) === mac);
  return known === undefined ? null : idOf(known);
};

function question(answers: readonly WireSight[], change: Partial<WireQuestion> = {}): WireQuestion {
  return { answers, holder: null, hostOf, before: null, nowMs, ...change };
}

function macsOf(ruling: WireRuling): readonly string[] {
  return ruling.owners.flatMap((owner) => owner.macs);
}

function silence(asker: number, ageMs: number): WireSight {
  return { ...wireOf(asker, 1, ageMs), macs: [] };
}

describe("judgeWire", () => {
  it("finds two machines that answer in different parts of the network", () => {
    const answers = [wireOf(2, 1, 1_900), wireOf(3, 9, 1_400), wireOf(2, 1, 900), wireOf(3, 9, 400)];
    const ruling = judgeWire(question(answers));
    expect(macsOf(ruling)).toEqual([macOf(1), macOf(9)]);
    expect(ruling).toMatchObject({ state: "many", isSplit: true });
    expect(ruling.owners.map((owner) => owner.seenBy)).toEqual([[idOf(2)], [idOf(3)]]);
  });

  it("counts nothing that is older than the limit, and then knows nothing", () => {
    const ruling = judgeWire(question([wireOf(2, 1, 3_500)]));
    expect(ruling).toMatchObject({ state: "unknown", owners: [], askers: [], ageMs: null });
  });

  it("takes an address moved to and fro for one answer, the newest", () => {
    const answers = [wireOf(2, 1, 1_900), wireOf(3, 9, 1_400), wireOf(2, 1, 900)];
    expect(macsOf(judgeWire(question(answers)))).toEqual([macOf(1)]);
  });

  it("does not take instants for turns that are closer than they can be known", () => {
    const answers = [wireOf(2, 1, 1_700), wireOf(3, 9, 900), wireOf(2, 1, 700), wireOf(3, 9, 100)];
    expect(judgeWire(question(answers)).state).toBe("one");
    expect(judgeWire(question(answers, { before: "many" })).state).toBe("many");
  });

  it("finds two that answer one question at once, and says who got which answer", () => {
    const both = { ...wireOf(3, 1, 300), macs: [macOf(1), macOf(9)] };
    const ruling = judgeWire(question([wireOf(2, 1, 500), both]));
    expect(ruling).toMatchObject({ state: "many", isSplit: false });
    expect(ruling.owners).toEqual([
      { hostId: idOf(1), macs: [macOf(1)], seenBy: [idOf(2), idOf(3)] },
      { hostId: null, macs: [macOf(9)], seenBy: [idOf(3)] },
    ]);
  });

  it("takes one host that answers with two cards for one owner", () => {
    const question1 = question([{ ...wireOf(3, 1, 300), macs: [macOf(1), macOf(7)] }], {
      hostOf: () => idOf(1),
    });
    const ruling = judgeWire(question1);
    expect(ruling.state).toBe("one");
    expect(ruling.owners).toEqual([{ hostId: idOf(1), macs: [macOf(1), macOf(7)], seenBy: [idOf(3)] }]);
  });

  it("does not call a lost answer silence, and silence only what was asked twice where somebody holds", () => {
    const holder = { hostId: idOf(1), sinceMs: 0 };
    expect(judgeWire(question([wireOf(2, 1, 900), silence(3, 300)], { holder })).state).toBe("one");
    expect(judgeWire(question([silence(3, 300)], { holder })).state).toBe("unknown");
    expect(judgeWire(question([silence(3, 300)])).state).toBe("none");
    expect(judgeWire(question([silence(3, 1_300), silence(3, 300)], { holder })).state).toBe("none");
  });

  it("names who gets no answer while others do, once that is so twice", () => {
    const once = judgeWire(question([wireOf(2, 1, 200), silence(3, 300)]));
    expect(once.deafHostIds).toEqual([]);
    const twice = judgeWire(question([wireOf(2, 1, 200), silence(3, 1_300), silence(3, 300)]));
    expect(twice.deafHostIds).toEqual([idOf(3)]);
  });

  it("calls it silence only when every asker got no answer twice, each for itself", () => {
    const holder = { hostId: idOf(1), sinceMs: 0 };
    const once = [silence(2, 900), silence(3, 300)];
    expect(judgeWire(question(once, { holder })).state).toBe("unknown");
    const oneStillHeard = [wireOf(2, 1, 1_200), silence(2, 200), silence(3, 1_300), silence(3, 300)];
    expect(judgeWire(question(oneStillHeard, { holder })).state).toBe("unknown");
    const both = [silence(2, 1_200), silence(2, 200), silence(3, 1_300), silence(3, 300)];
    expect(judgeWire(question(both, { holder })).state).toBe("none");
  });

  it("lets an asker that is known to hear nothing not speak of silence, until it was answered", () => {
    const holder = { hostId: idOf(1), sinceMs: 0 };
    const alone = [silence(3, 1_300), silence(3, 300)];
    const deafBefore = [idOf(3)];
    const ruling = judgeWire(question(alone, { holder, deafBefore }));
    expect(ruling).toMatchObject({ state: "unknown", deafHostIds: deafBefore });
    expect(judgeWire(question(alone, { deafBefore })).state).toBe("unknown");
    const beside = [...alone, silence(2, 1_200), silence(2, 200)];
    expect(judgeWire(question(beside, { holder, deafBefore })).state).toBe("none");
    const heardSince = [wireOf(3, 1, 1_300), silence(3, 300)];
    expect(judgeWire(question(heardSince, { holder, deafBefore })).deafHostIds).toEqual([]);
  });

  it("remembers who hears nothing while it does not ask, and through the first question after that", () => {
    const holder = { hostId: idOf(1), sinceMs: 0 };
    const deafBefore = [idOf(3)];
    const away = judgeWire(question([wireOf(2, 1, 200)], { holder, deafBefore }));
    expect(away).toMatchObject({ state: "one", deafHostIds: deafBefore });
    expect(judgeWire(question([], { holder, deafBefore })).deafHostIds).toEqual(deafBefore);
    const once = judgeWire(question([silence(3, 300)], { deafBefore }));
    expect(once).toMatchObject({ state: "unknown", deafHostIds: deafBefore });
    const answered = judgeWire(question([wireOf(3, 1, 300)], { holder, deafBefore }));
    expect(answered.deafHostIds).toEqual([]);
  });

  it("keeps what was a duplicate until no fresh answer shows two machines", () => {
    const both = (ageMs: number): WireSight => ({ ...wireOf(3, 1, ageMs), macs: [macOf(1), macOf(9)] });
    const answers = [both(2_900), wireOf(3, 1, 1_900), wireOf(3, 1, 900)];
    expect(judgeWire(question(answers, { before: "many" })).state).toBe("many");
    expect(judgeWire(question(answers, { before: "one" })).state).toBe("one");
    expect(judgeWire(question(answers.slice(1), { before: "many" })).state).toBe("one");
  });

  it("lets answers from before a move speak for nobody but the new holder", () => {
    const holder = { hostId: idOf(2), sinceMs: nowMs - 600 };
    const ruling = judgeWire(question([wireOf(3, 1, 700), wireOf(4, 2, 300)], { holder }));
    expect(ruling).toMatchObject({ state: "one" });
    expect(macsOf(ruling)).toEqual([macOf(2)]);
    expect(judgeWire(question([wireOf(3, 1, 700)], { holder })).state).toBe("unknown");
  });
});

/** When a machine has the address. */
interface Tenure {
  readonly owner: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** An asker of the simulated network. */
interface Asker {
  readonly host: number;
  readonly phaseMs: number;
  /** How late its instants are taken for by the watcher. */
  readonly delayMs: number;
  readonly hears: (owner: number) => boolean;
  /** When its agent fell silent; what it told stays. */
  readonly untilMs: number;
}

const windowMs = 400;
const askEveryMs = 1_000;

/** What the watcher has been told by `atMs` in a network where every asker asks once a second. */
function told(tenures: readonly Tenure[], askers: readonly Asker[], atMs: number): WireSight[] {
  return askers.flatMap((asker) => {
    const last = Math.min(atMs - windowMs - asker.delayMs, asker.untilMs);
    const newest = Math.floor((last - asker.phaseMs) / askEveryMs) * askEveryMs + asker.phaseMs;
    return [3, 2, 1, 0].map((back) => {
      const askedMs = newest - back * askEveryMs;
      const answering = tenures.filter(
        (one) => one.fromMs <= askedMs && askedMs < one.toMs && asker.hears(one.owner),
      );
      return {
        hostId: idOf(asker.host),
        vipId,
        askedAtMs: askedMs + asker.delayMs,
        macs: answering.map((one) => macOf(one.owner)),
      };
    });
  });
}

/** Rules every 100 ms as the watch does, each ruling after the one before. */
function watch(
  span: { readonly fromMs: number; readonly toMs: number },
  tell: (atMs: number) => WireSight[],
  holderAt: (atMs: number) => RightfulHolder | null,
): readonly { readonly atMs: number; readonly ruling: WireRuling }[] {
  const rulings: { atMs: number; ruling: WireRuling }[] = [];
  for (let atMs = span.fromMs; atMs <= span.toMs; atMs += 100) {
    const before = rulings.at(-1)?.ruling.state ?? null;
    rulings.push({
      atMs,
      ruling: judgeWire(question(tell(atMs), { holder: holderAt(atMs), before, nowMs: atMs })),
    });
  }
  return rulings;
}

const everyone = (): boolean => true;
const startMs = 50_000;
const asker = (
  hears: Asker["hears"],
  untilMs: fc.Arbitrary<number> = fc.constant(Number.POSITIVE_INFINITY),
): fc.Arbitrary<Asker> =>
  fc.record({
    host: fc.integer({ min: 3, max: 5 }),
    phaseMs: fc.integer({ min: 0, max: 999 }),
    delayMs: fc.integer({ min: 0, max: 300 }),
    hears: fc.constant(hears),
    untilMs,
  });
const askersThat = (hears: Asker["hears"]): fc.Arbitrary<Asker[]> =>
  fc.uniqueArray(asker(hears), { selector: (one) => one.host, minLength: 1, maxLength: 3 });

describe("judgeWire over time", () => {
  it("never calls a switchover a duplicate, not even beside askers that fall silent, and names the new holder", () => {
    const fallingSilent = fc.integer({ min: startMs - 1_000, max: startMs + 3_000 });
    fc.assert(
      fc.property(
        asker(everyone),
        fc.array(asker(everyone, fallingSilent), { maxLength: 2 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 1_500 }),
        fc.boolean(),
        (lasting, others, gapMs, lagMs, isHolderTold) => {
          const askers = [lasting, ...others].map((one, index) => ({ ...one, host: 3 + index }));
          const takenMs = startMs + gapMs;
          const tenures = [
            { owner: 1, fromMs: 0, toMs: startMs },
            { owner: 2, fromMs: takenMs, toMs: Number.POSITIVE_INFINITY },
          ];
          const holderAt = (atMs: number): RightfulHolder | null => {
            if (!isHolderTold) return null;
            if (atMs >= takenMs + lagMs) return { hostId: idOf(2), sinceMs: takenMs + lagMs / 5 };
            return atMs < startMs ? { hostId: idOf(1), sinceMs: 0 } : null;
          };
          const span = { fromMs: startMs - 1_000, toMs: takenMs + 5_000 };
          const rulings = watch(span, (atMs) => told(tenures, askers, atMs), holderAt);
          expect(rulings.filter(({ ruling }) => ruling.state === "many")).toEqual([]);
          expect(rulings.at(-1)?.ruling).toMatchObject({ state: "one", owners: [{ hostId: idOf(2) }] });
        },
      ),
      { numRuns: 200 },
    );
  });

  it("finds a second owner within 2 s wherever it is heard, keeps it, and lets go 3.5 s after it is gone", () => {
    fc.assert(
      fc.property(askersThat(everyone), fc.integer({ min: 2_500, max: 6_000 }), (askers, forMs) => {
        const goneMs = startMs + forMs;
        const tenures = [
          { owner: 1, fromMs: 0, toMs: Number.POSITIVE_INFINITY },
          { owner: 9, fromMs: startMs, toMs: goneMs },
        ];
        const span = { fromMs: startMs - 500, toMs: goneMs + 5_000 };
        const holder = { hostId: idOf(1), sinceMs: 0 };
        const rulings = watch(
          span,
          (atMs) => told(tenures, askers, atMs),
          () => holder,
        );
        for (const { atMs, ruling } of rulings) {
          if (atMs < startMs || atMs > goneMs + 3_500) expect(ruling.state).toBe("one");
          if (atMs >= startMs + 2_000 && atMs <= goneMs) {
            expect(ruling.state).toBe("many");
            expect([...macsOf(ruling)].sort()).toEqual([macOf(1), macOf(9)]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it("finds a network in parts, where each asker gets an answer of its own part only", () => {
    const parts = fc.tuple(
      asker((owner) => owner === 1),
      asker((owner) => owner === 9),
    );
    fc.assert(
      fc.property(parts, ([one, other]) => {
        const askers = [
          { ...one, host: 3 },
          { ...other, host: 4 },
        ];
        const tenures = [1, 9].map((owner) => ({ owner, fromMs: startMs, toMs: Number.POSITIVE_INFINITY }));
        const span = { fromMs: startMs, toMs: startMs + 8_000 };
        const holder = { hostId: idOf(1), sinceMs: startMs };
        const rulings = watch(
          span,
          (atMs) => told(tenures, askers, atMs),
          () => holder,
        );
        for (const { atMs, ruling } of rulings)
          if (atMs >= startMs + 4_000) expect(ruling).toMatchObject({ state: "many", isSplit: true });
      }),
      { numRuns: 100 },
    );
  });

  it("depends neither on the order of the answers nor on what time it is", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            asker: fc.integer({ min: 2, max: 5 }),
            owners: fc.subarray([1, 2, 9]),
            ageMs: fc.integer({ min: 0, max: 4_000 }),
          }),
          { maxLength: 12 },
        ),
        fc.integer({ min: 0, max: 1e9 }),
        (told, shiftMs) => {
          const answers = told.map((one) => ({
            ...wireOf(one.asker, 1, one.ageMs),
            macs: one.owners.map(macOf),
          }));
          const unique = answers.filter(
            (one, index) =>
              answers.findIndex(
                (other) => other.hostId === one.hostId && other.askedAtMs === one.askedAtMs,
              ) === index,
          );
          const holder = { hostId: idOf(1), sinceMs: nowMs - 2_000 };
          const ruling = judgeWire(question(unique, { holder }));
          expect(judgeWire(question([...unique].reverse(), { holder }))).toEqual(ruling);
          const later = unique.map((one) => ({ ...one, askedAtMs: one.askedAtMs + shiftMs }));
          const laterHolder = { hostId: idOf(1), sinceMs: nowMs - 2_000 + shiftMs };
          expect(judgeWire(question(later, { holder: laterHolder, nowMs: nowMs + shiftMs }))).toEqual(ruling);
        },
      ),
      { numRuns: 500 },
    );
  });
});
