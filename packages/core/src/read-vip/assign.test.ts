import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignReadVips, type ReadVipSituation } from "./assign";

const hosts = ["db1", "db2", "db3", "db4"];
const names = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"];

/** Any situation, also one that no assignment of this function led to, and hosts that are no members any more. */
const situations: fc.Arbitrary<ReadVipSituation> = fc
  .record({
    vips: fc.subarray(names),
    primary: fc.constantFrom(...hosts),
    secondaries: fc.subarray(hosts),
    fit: fc.subarray(hosts),
    current: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...hosts, "gone")),
    home: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...hosts, "gone")),
    policy: fc.constantFrom("to_primary", "to_another_secondary"),
  })
  .map((drawn) => {
    const secondaries = drawn.secondaries.filter((host) => host !== drawn.primary);
    return { ...drawn, secondaries, fit: drawn.fit.filter((host) => secondaries.includes(host)) };
  });

function loadOf(assigned: Readonly<Record<string, string>>, host: string): number {
  return Object.values(assigned).filter((one) => one === host).length;
}

/** By the words of the policy alone: how many VIPs the primary may hold, and each fit secondary. */
function isAllowed(
  { vips, primary, secondaries, fit, policy }: ReadVipSituation,
  assigned: Readonly<Record<string, string>>,
): boolean {
  const onPrimary = loadOf(assigned, primary);
  const loads = fit.map((host) => loadOf(assigned, host));
  const slots = policy === "to_primary" ? secondaries.length : fit.length;
  if (slots === 0) return onPrimary === vips.length;
  const [least, most] = [Math.floor(vips.length / slots), Math.ceil(vips.length / slots)];
  const isShared = loads.every((load) => load >= least && load <= most);
  const missing = slots - fit.length;
  return isShared && onPrimary >= missing * least && onPrimary <= missing * most;
}

function countMoves({ vips, current }: ReadVipSituation, assigned: Readonly<Record<string, string>>): number {
  return vips.filter((vip) => assigned[vip] !== current[vip]).length;
}

/** Every way to give each VIP a fit secondary or the primary. */
function listAssignments({ vips, fit, primary }: ReadVipSituation): Record<string, string>[] {
  return vips.reduce<Record<string, string>[]>(
    (made, vip) => made.flatMap((one) => [...fit, primary].map((host) => ({ ...one, [vip]: host }))),
    [{}],
  );
}

describe("read VIPs", () => {
  test("each has one host, spread as the policy says, by the fewest moves that any such assignment needs", () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const assigned = assignReadVips(situation);
        expect(Object.keys(assigned)).toEqual(situation.vips.toSorted());
        expect(isAllowed(situation, assigned)).toBe(true);
        const others = listAssignments(situation).filter((one) => isAllowed(situation, one));
        const fewest = Math.min(...others.map((one) => countMoves(situation, one)));
        expect(countMoves(situation, assigned)).toBe(fewest);
      }),
      { numRuns: 1_000 },
    );
  });

  test("assigned again stay where they are, and the order in which anything is listed does not matter", () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const assigned = assignReadVips(situation);
        expect(assignReadVips({ ...situation, current: assigned })).toEqual(assigned);
        const { vips, secondaries, fit } = situation;
        const turned = {
          ...situation,
          vips: vips.toReversed(),
          secondaries: secondaries.toReversed(),
          fit: fit.toReversed(),
        };
        expect(assignReadVips(turned)).toEqual(assigned);
      }),
    );
  });

  test("of a secondary that is away wait on the primary, and go back to it and nowhere else", () => {
    const members = { vips: names.slice(0, 4), primary: "db1", secondaries: ["db2", "db3"] };
    const whole: ReadVipSituation = {
      ...members,
      fit: ["db2", "db3"],
      current: {},
      home: {},
      policy: "to_primary",
    };
    const before = assignReadVips(whole);
    const away = assignReadVips({ ...whole, fit: ["db3"], current: before, home: before });
    const moved = members.vips.filter((vip) => before[vip] === "db2");
    expect(members.vips.filter((vip) => away[vip] !== before[vip])).toEqual(moved);
    expect(moved.map((vip) => away[vip])).toEqual(["db1", "db1"]);
    expect(assignReadVips({ ...whole, current: away, home: before })).toEqual(before);
  });

  test("of several that are away go back to whichever returns first, and each gets its own", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(hosts.slice(1), { minLength: 3 }),
        fc.integer({ min: 3, max: 5 }),
        (returning, count) => {
          const members = { vips: names.slice(0, count), primary: "db1", secondaries: hosts.slice(1) };
          const whole = {
            ...members,
            fit: hosts.slice(1),
            current: {},
            home: {},
            policy: "to_primary",
          } as const;
          const home = assignReadVips(whole);
          let current = assignReadVips({ ...whole, fit: [], current: home, home });
          expect(loadOf(current, "db1")).toBe(count);
          for (const [index, host] of returning.entries()) {
            current = assignReadVips({ ...whole, fit: returning.slice(0, index + 1), current, home });
            const got = members.vips.filter((vip) => current[vip] === host);
            expect(got.every((vip) => home[vip] === host)).toBe(true);
          }
          expect(current).toEqual(home);
        },
      ),
    );
  });

  test("of a secondary that is away are taken by the others where the policy says so, and by the primary only where nobody is left", () => {
    const members = { vips: names.slice(0, 4), primary: "db1", secondaries: ["db2", "db3", "db4"] };
    const whole: ReadVipSituation = {
      ...members,
      fit: members.secondaries,
      current: {},
      home: {},
      policy: "to_another_secondary",
    };
    const before = assignReadVips(whole);
    const away = assignReadVips({ ...whole, fit: ["db3", "db4"], current: before, home: before });
    expect([loadOf(away, "db1"), loadOf(away, "db3"), loadOf(away, "db4")]).toEqual([0, 2, 2]);
    const alone = assignReadVips({ ...whole, fit: [], current: away, home: before });
    expect(loadOf(alone, "db1")).toBe(4);
    expect(assignReadVips({ ...whole, current: alone, home: before })).toEqual(before);
  });

  test("change hands in a switchover: the old primary takes what the new one had", () => {
    const vips = names.slice(0, 2);
    const shared = { vips, home: {}, policy: "to_primary" } as const;
    const before = assignReadVips({
      ...shared,
      primary: "db1",
      secondaries: ["db2", "db3"],
      fit: ["db2", "db3"],
      current: {},
    });
    const after = assignReadVips({
      ...shared,
      primary: "db2",
      secondaries: ["db1", "db3"],
      fit: ["db1", "db3"],
      current: before,
    });
    expect(vips.map((vip) => after[vip])).toEqual(vips.map((vip) => (before[vip] === "db2" ? "db1" : "db3")));
  });
});
