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
    preferred: fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...hosts, "gone")),
    ),
    policy: fc.constantFrom("to_primary", "to_another_secondary"),
  })
  .map((drawn) => {
    const secondaries = drawn.secondaries.filter((host) => host !== drawn.primary);
    return { ...drawn, secondaries, fit: drawn.fit.filter((host) => secondaries.includes(host)) };
  });

function loadOf(assigned: Readonly<Record<string, string>>, host: string): number {
  return Object.values(assigned).filter((one) => one === host).length;
}

function countWished({ vips, preferred = {} }: ReadVipSituation, host: string): number {
  return vips.filter((vip) => preferred[vip] === host).length;
}

/**
 * By the words of the policy alone: each VIP is where it is wanted, and how many the primary may hold, and each fit secondary.
 * Those that are full have what is wanted on them and nothing else, and the others share the rest.
 */
function isAllowed(
  situation: ReadVipSituation,
  assigned: Readonly<Record<string, string>>,
  full: readonly string[],
): boolean {
  const { vips, primary, secondaries, fit, policy, preferred = {} } = situation;
  const isWanted = vips.every(
    (vip) => !fit.includes(preferred[vip] ?? "") || assigned[vip] === preferred[vip],
  );
  const isFullAlone = full.every((host) => loadOf(assigned, host) === countWished(situation, host));
  if (!isWanted || !isFullAlone) return false;
  const count = full.reduce((sum, host) => sum - countWished(situation, host), vips.length);
  const slots = (policy === "to_primary" ? secondaries.length : fit.length) - full.length;
  const onPrimary = loadOf(assigned, primary);
  if (slots === 0) return onPrimary === count;
  const [least, most] = [Math.floor(count / slots), Math.ceil(count / slots)];
  const sharing = fit.filter((host) => !full.includes(host));
  const isShared = sharing.every((host) => {
    const load = loadOf(assigned, host);
    return load >= least && load <= most;
  });
  const missing = slots - sharing.length;
  return isShared && onPrimary >= missing * least && onPrimary <= missing * most;
}

/** Every assignment that the policy allows, with as few full hosts as there can be. */
function listAllowed(situation: ReadVipSituation): Record<string, string>[] {
  const all = listAssignments(situation);
  const subsets: string[][] = [[]];
  for (const host of situation.fit) subsets.push(...subsets.map((one) => [...one, host]));
  for (let size = 0; size <= situation.fit.length; size += 1) {
    const alike = subsets.filter((full) => full.length === size);
    const allowed = all.filter((one) => alike.some((full) => isAllowed(situation, one, full)));
    if (allowed.length > 0) return allowed;
  }
  return [];
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
        const allowed = listAllowed(situation);
        expect(allowed).toContainEqual(assigned);
        const fewest = Math.min(...allowed.map((one) => countMoves(situation, one)));
        expect(countMoves(situation, assigned)).toBe(fewest);
      }),
      { numRuns: 2_000 },
    );
  });

  test("wanted on a secondary change places with one that is there, stay while it is away, and come back to it", () => {
    const situation: ReadVipSituation = {
      vips: names.slice(0, 2),
      primary: "db1",
      secondaries: ["db2", "db3"],
      fit: ["db2", "db3"],
      current: { "10.0.0.1": "db2", "10.0.0.2": "db3" },
      home: { "10.0.0.1": "db2", "10.0.0.2": "db3" },
      preferred: { "10.0.0.1": "db3" },
      policy: "to_another_secondary",
    };
    const moved = assignReadVips(situation);
    expect(moved).toEqual({ "10.0.0.1": "db3", "10.0.0.2": "db2" });
    const away = assignReadVips({ ...situation, current: moved, home: moved, fit: ["db2"] });
    expect(away).toEqual({ "10.0.0.1": "db2", "10.0.0.2": "db2" });
    expect(assignReadVips({ ...situation, current: away, home: moved })).toEqual(moved);
    const both = { "10.0.0.1": "db3", "10.0.0.2": "db3" };
    expect(assignReadVips({ ...situation, current: moved, home: moved, preferred: both })).toEqual(both);
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
