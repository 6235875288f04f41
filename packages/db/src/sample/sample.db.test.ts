import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { MemberSample } from "./sample-repository";

const system = systemActor("test");
const fromMs = Date.parse("2026-11-22T10:00:00.250Z");
let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

const quiet: Omit<MemberSample, "memberId"> = {
  role: "SECONDARY",
  state: "ONLINE",
  ...figures({ certifyQueue: 0, applyQueue: 0, appliedLagMs: 0 }),
  looks: 10,
};
const nothing = figures({ certifyQueue: null, applyQueue: null, appliedLagMs: null });
const unknown = { role: null, state: null, ...nothing, looks: 0 };

/** Of looks that all showed the same. */
function figures<T extends Pick<MemberSample, "certifyQueue" | "applyQueue" | "appliedLagMs">>(one: T) {
  return {
    ...one,
    certifyQueueMax: one.certifyQueue,
    applyQueueMax: one.applyQueue,
    appliedLagMaxMs: one.appliedLagMs,
  };
}

function keep(clusterId: string, atMs: number, samples: readonly MemberSample[]): Promise<void> {
  return database.transact(system, (unit) => unit.samples.append(clusterId, new Date(atMs), samples));
}

test("samples are summed up by member in equal intervals, with the highest that any look showed and without what none did", async () => {
  const { id } = await createCluster(database);
  const [one, two] = [randomUUID(), randomUUID()].sort();
  const seen: readonly Partial<MemberSample>[] = [
    figures({ applyQueue: 4, appliedLagMs: 0.5, certifyQueue: 0 }),
    // Between the samples there was more than at any of them.
    {
      ...figures({ applyQueue: 1, appliedLagMs: 1_204.5, certifyQueue: 6_000_000_000 }),
      applyQueueMax: 900,
      appliedLagMaxMs: 8_000,
    },
    { role: "PRIMARY", ...figures({ applyQueue: null, appliedLagMs: null, certifyQueue: 0 }), looks: 7 },
    // The third interval begins here; the second has no sample.
    { state: "RECOVERING" },
    unknown,
  ];
  for (const [index, change] of seen.entries()) {
    const atMs = fromMs + (index < 3 ? index * 10_000 : 60_000 + (index - 3) * 10_000);
    await keep(id, atMs, [
      { ...quiet, memberId: one ?? "", ...change },
      { ...unknown, memberId: two ?? "" },
    ]);
  }
  const window = { fromMs, toMs: fromMs + 90_000, stepSeconds: 30 };
  const history = await database.samples.listHistory(id, null, window);
  expect(history).toEqual(
    [
      {
        memberId: one,
        points: [
          {
            at: "2026-11-22T10:00:00.250Z",
            count: 3,
            looks: 27,
            roles: ["PRIMARY", "SECONDARY"],
            states: ["ONLINE"],
            certifyQueue: { max: 6_000_000_000, mean: 2_000_000_000 },
            applyQueue: { max: 900, mean: 2.5 },
            appliedLagMs: { max: 8_000, mean: 602.5 },
          },
          {
            at: "2026-11-22T10:01:00.250Z",
            count: 2,
            looks: 10,
            roles: ["SECONDARY"],
            states: ["RECOVERING"],
            certifyQueue: { max: 0, mean: 0 },
            applyQueue: { max: 0, mean: 0 },
            appliedLagMs: { max: 0, mean: 0 },
          },
        ],
      },
      {
        memberId: two,
        points: [{ count: 3 }, { count: 2, looks: 0, roles: [], states: [], applyQueue: null }],
      },
    ].map((member) =>
      expect.objectContaining({
        ...member,
        points: member.points.map((point) => expect.objectContaining(point)),
      }),
    ),
  );
  expect(await database.samples.listHistory(id, two ?? "", window)).toMatchObject([{ memberId: two }]);
});

test("a part of the past has its first instant and not its last, and other clusters have no part in it", async () => {
  const [mine, other] = [await createCluster(database), await createCluster(database)];
  const memberId = randomUUID();
  await keep(mine.id, fromMs, [{ ...quiet, memberId }]);
  await keep(mine.id, fromMs + 30_000, [{ ...quiet, memberId }]);
  await keep(other.id, fromMs, [{ ...quiet, memberId }]);
  const window = { fromMs, toMs: fromMs + 30_000, stepSeconds: 10 };
  const [history] = await database.samples.listHistory(mine.id, memberId, window);
  expect(history?.points.map(({ at, count }) => [at, count])).toEqual([["2026-11-22T10:00:00.250Z", 1]]);
  // An instant that no calendar of PostgreSQL has is a question like any other.
  const early = {
    fromMs: Date.parse("0000-01-01T00:00:00Z"),
    toMs: Date.parse("0000-01-02T00:00:00Z"),
    stepSeconds: 600,
  };
  expect(await database.samples.listHistory(mine.id, null, early)).toEqual([]);
});

test("one sample of an instant is kept as it was, and all go with their cluster", async () => {
  const { id } = await createCluster(database);
  const memberId = randomUUID();
  await keep(id, fromMs, [{ ...quiet, memberId, applyQueue: 1, applyQueueMax: 1 }]);
  await keep(id, fromMs, [{ ...quiet, memberId, applyQueue: 2, applyQueueMax: 2 }]);
  await keep(id, fromMs, []);
  const window = { fromMs, toMs: fromMs + 1, stepSeconds: 10 };
  expect(await database.samples.listHistory(id, memberId, window)).toMatchObject([
    { points: [{ count: 1, applyQueue: { max: 1, mean: 1 } }] },
  ]);
  await database.transact(system, (unit) => unit.clusters.remove(id));
  expect(await database.samples.listHistory(id, memberId, window)).toEqual([]);
  await expect(keep(id, fromMs, [{ ...quiet, memberId }])).rejects.toThrow();
});
