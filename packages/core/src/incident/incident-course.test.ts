import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCause } from "./find-cause";
import { dead, follow, incidentOf, type LookOrder, look, memberIdOf, taken } from "./incident.fixture";
import { findBeginning, followCourse, type IncidentCourse, settledAfterMs } from "./incident-course";

const stays: LookOrder = { primary: 2, holders: [2] };
const nothing = { suspected: null, expelled: null };

describe("an incident begins", () => {
  const rows: readonly (readonly [string, LookOrder, "primary" | "address"])[] = [
    ["the primary's server is gone", dead, "primary"],
    ["another member is the primary", stays, "primary"],
    ["nothing can be written", { isWritable: false, hasMajority: false }, "primary"],
    ["the primary is out of its group", { members: { 1: { server: "outside" } }, primary: null }, "primary"],
    ["nobody has the address, and its host says so", { holders: [] }, "address"],
    ["another host has the address", { holders: [3] }, "address"],
  ];
  it.each(rows)("where %s", (_title, order, kind) => {
    expect(follow([look(0), look(200, order)])).toMatchObject({ kind: "open", incident: { kind } });
  });

  const quiet: readonly (readonly [string, LookOrder])[] = [
    [
      "nobody knows who the primary is",
      { primary: null, isWritable: null, holders: [], members: { 1: { isStale: true, server: "unknown" } } },
    ],
    ["a secondary is lost", { members: { 3: { server: "down", state: null } } }],
    ["the address's host is silent", { holders: [], members: { 1: { isStale: true } } }],
    ["a second host has the address too", { holders: [1, 2] }],
    ["there are several primaries", { isSinglePrimary: false, isWritable: false }],
  ];
  it.each(quiet)("not where %s", (_title, order) => {
    expect(["calm", "unknown"]).toContain(follow([look(0), look(200, order)]).kind);
  });

  /** One look after the other, with whether an operation of the console runs. */
  const order = (steps: readonly (readonly [LookOrder, boolean])[]): IncidentCourse =>
    steps.reduce<IncidentCourse>(
      (course, [one, isOrdered], at) => followCourse(course, look(at * 1_000, one), () => isOrdered),
      { kind: "unknown" },
    );
  const away = { ...taken, holders: [] };

  it("not where the console ordered it, as long as that lasts", () => {
    expect(
      order([
        [{}, false],
        [dead, true],
      ]).kind,
    ).toBe("ordered");
    expect(
      order([
        [{}, false],
        [dead, true],
        [away, true],
      ]).kind,
    ).toBe("ordered");
    expect(
      order([
        [{}, false],
        [dead, true],
        [taken, false],
      ]).kind,
    ).toBe("calm");
  });

  it("where what an operation left gets worse after it, and not where it stays or mends", () => {
    const left = [
      [{}, false],
      [dead, true],
      [away, true],
      [away, false],
      [away, false],
    ] as const;
    expect(order(left).kind).toBe("calm");
    expect(order([...left, [taken, false]]).kind).toBe("calm");
    expect(order([...left, [{ ...away, isWritable: false }, false]])).toMatchObject({
      kind: "open",
      incident: { kind: "primary", wellMs: look(4_000).atMs, primary: { memberId: memberIdOf(2) } },
    });
    expect(order([...left, [{ ...away, isWritable: false }, true]]).kind).toBe("ordered");
  });

  it("not with a primary that comes back late after an operation, but where that one is lost", () => {
    const left = [
      [{}, false],
      [dead, true],
      [dead, false],
      [dead, false],
      [away, false],
    ] as const;
    expect(order(left).kind).toBe("calm");
    expect(order([...left, [{ ...away, isWritable: false }, false]]).kind).toBe("open");
  });

  it("not with what a watcher finds broken when it begins", () => {
    expect(follow([look(0, dead), look(100, dead)]).kind).toBe("unknown");
  });
});

it.each([
  ["loss", dead],
  ["handover", stays],
  ["address", { holders: [] }],
  [null, {}],
] as const)("what begins is asked about as %s", (how, order) => {
  expect(findBeginning(follow([look(0)]), look(200, order))).toBe(how);
});

describe("an incident ends", () => {
  it("once all has been well for long enough, and goes on where something fails within that", () => {
    const until = [look(0), look(200, dead), look(7_000, taken)];
    expect(follow(until)).toMatchObject({ kind: "open", incident: { backMs: look(7_000).atMs } });
    const again = [...until, look(9_000, { ...taken, isWritable: false }), look(9_500, taken)];
    expect(incidentOf(follow([...again, look(9_500 + settledAfterMs - 1, taken)])).backMs).toBe(
      look(9_500).atMs,
    );
    expect(follow([...again, look(9_500 + settledAfterMs, taken)]).kind).toBe("ended");
  });

  it("and the next look is calm, or begins the next one", () => {
    const ended = follow([look(0), look(200, dead), look(7_000, taken), look(20_000, taken)]);
    expect(followCourse(ended, look(20_500, taken), () => false).kind).toBe("calm");
    const next = followCourse(ended, look(20_500, { ...taken, isWritable: false }), () => false);
    expect(next).toMatchObject({ kind: "open", incident: { primary: { memberId: memberIdOf(2) } } });
  });
});

describe("its cause", () => {
  const sighting = (atMs: number) => ({
    atMs,
    errorMs: 1,
    server: { serverUuid: "", name: "db2", hostId: "" },
    look: null,
  });
  const causeOf = (order: LookOrder, seen: object = nothing): string =>
    findCause(incidentOf(follow([look(0), look(200, order)])), { ...nothing, ...seen }, 5_000);
  const one = (change: object): LookOrder => ({ isWritable: false, members: { 1: change } });
  it.each([
    ["host_silent", one({ server: "silent", condition: "host_dead", isStale: true }), {}],
    ["server_killed", dead, { suspected: sighting(5_000) }],
    ["server_killed", dead, { expelled: sighting(6_000) }],
    ["server_stopped", dead, { expelled: sighting(800) }],
    ["server_gone", dead, {}],
    ["server_hung", one({ server: "silent", condition: "database_dead" }), {}],
    ["expelled", one({ server: "outside", state: "ERROR" }), { suspected: sighting(5_000) }],
    ["left_error", one({ server: "outside", state: "ERROR" }), {}],
    ["expelled", one({ server: "outside", state: "OFFLINE" }), { suspected: sighting(5_000) }],
    ["left", one({ server: "outside", state: "OFFLINE" }), {}],
    ["no_majority", { isWritable: false, hasMajority: false }, {}],
    ["ordered_elsewhere", stays, {}],
    ["unknown", one({ server: "unknown", isStale: true }), {}],
    ["address_lost", { holders: [] }, {}],
  ] as const)("is %s by the strongest evidence", (cause, order, seen) => {
    expect(causeOf(order, seen)).toBe(cause);
  });

  it.each([
    [14_000, "host_silent"],
    [16_000, "server_gone"],
  ])("a host that falls silent %i ms after the beginning makes it %s", (atMs, cause) => {
    const silent = one({ server: "silent", condition: "host_dead", isStale: true });
    const course = follow([look(0), look(200, dead), look(200 + atMs, silent)]);
    expect(findCause(incidentOf(course), nothing, 5_000)).toBe(cause);
  });
});

const orders: readonly LookOrder[] = [
  {},
  dead,
  taken,
  stays,
  { holders: [] },
  { holders: [1, 2] },
  { primary: null, isWritable: null },
  { isWritable: false, hasMajority: false },
  { isSinglePrimary: false },
  { primary: 3, holders: [3] },
  { primary: 3, holders: [] },
];

describe("in any order of looks", () => {
  it("incidents of a cluster follow one another, and no time of one comes before another", () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 8_000 }),
      order: fc.constantFrom(...orders),
      isOrdered: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let atMs = 0;
        let course: IncidentCourse = { kind: "unknown" };
        let lastEndMs = Number.NEGATIVE_INFINITY;
        for (const { afterMs, order, isOrdered } of steps) {
          atMs += afterMs;
          const before = course;
          course = followCourse(course, look(atMs, order), () => isOrdered);
          if (course.kind !== "open" && course.kind !== "ended") continue;
          const { wellMs, seenMs, backMs } = course.incident;
          expect(wellMs).toBeLessThanOrEqual(seenMs);
          if (before.kind === "open") expect(course.incident.seenMs).toBe(before.incident.seenMs);
          else expect(wellMs).toBeGreaterThanOrEqual(lastEndMs);
          if (backMs !== null) expect(backMs).toBeGreaterThanOrEqual(seenMs);
          if (course.kind === "ended") {
            expect(backMs).not.toBeNull();
            lastEndMs = backMs ?? 0;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
