import { randomUUID } from "node:crypto";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
let memberId = "";
const left = randomUUID();
beforeAll(async () => {
  tested = await openConsole();
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
  memberId = cluster.members[0]?.id ?? "";
});
afterAll(() => tested.close());

const minuteMs = 60_000;
const ask = (query: string) =>
  tested.ask("GET", `/clusters/${cluster.id}/samples${query}`, { token: tested.people.viewer.token });

/** Keeps a sample of two members, one of which has left the cluster since. */
function keep(ago: number, applyQueue: number | null): Promise<void> {
  const figures = {
    ...{ certifyQueue: 0, applyQueue, appliedLagMs: applyQueue },
    ...{ certifyQueueMax: 0, applyQueueMax: applyQueue, appliedLagMaxMs: applyQueue, looks: 10 },
  };
  return tested.database.transact(systemActor("test"), (unit) =>
    unit.samples.append(cluster.id, new Date(Date.now() - ago), [
      { memberId, role: "SECONDARY", state: "ONLINE", ...figures },
      { memberId: left, role: null, state: null, ...figures },
    ]),
  );
}

describe("the samples of a cluster", () => {
  it("are empty before anything was sampled, also of one member", async () => {
    expect((await ask("")).json).toMatchObject({ stepSeconds: 10, members: [] });
    expect((await ask(`?member=${memberId}`)).json).toMatchObject({ members: [] });
  });

  it("are those of the last hour by member, where nothing else is asked for", async () => {
    await keep(61 * minuteMs, 9);
    await keep(59 * minuteMs, 1);
    await keep(minuteMs, 4);
    const { json } = await ask("");
    const points = [
      { count: 1, looks: 10, applyQueue: { max: 1, mean: 1 } },
      { count: 1, appliedLagMs: { max: 4, mean: 4 } },
    ];
    expect(json.members).toMatchObject([memberId, left].sort().map((id) => ({ memberId: id, points })));
  });

  it("are summed up over the time and in the steps that are asked for, of a member that left too", async () => {
    const from = new Date(Date.now() - 120 * minuteMs).toISOString();
    const { json } = await ask(`?member=${left}&from=${from}&step=86400`);
    expect(json).toMatchObject({
      from,
      stepSeconds: 86_400,
      members: [{ memberId: left, points: [{ at: from, count: 3, roles: [], applyQueue: { max: 9 } }] }],
    });
  });

  it("are refused with everything that is wrong with the question at once", async () => {
    const pathsOf = async (query: string): Promise<unknown> => {
      const { status, headers, json } = await ask(query);
      expect([status, headers.get("content-type")]).toEqual([422, "application/problem+json; charset=utf-8"]);
      const errors: readonly { path: string; code: string }[] = Array.isArray(json.errors) ? json.errors : [];
      return errors.map(({ path, code }) => [path, code]);
    };
    const day = "2026-11-21T00:00:00Z";
    expect(await pathsOf(`?from=${day}&to=2026-11-20T00:00:00Z&member=x&step=1&width=3`)).toEqual([
      ["/member", "id_invalid"],
      ["/step", "too_small"],
      ["", "unknown_field"],
      ["/from", "samples_range_empty"],
    ]);
    expect(await pathsOf(`?from=${day}&to=2026-12-31T00:00:00Z&step=10`)).toEqual([
      ["/from", "samples_range_too_long"],
      ["/step", "samples_too_many"],
    ]);
    expect(await pathsOf("?from=2020-01-01T00:00:00Z&step=10")).toEqual([
      ["/from", "samples_range_too_long"],
      ["/step", "samples_too_many"],
    ]);
    expect(await pathsOf("?from=yesterday&to=")).toEqual([
      ["/from", "instant_invalid"],
      ["/to", "instant_invalid"],
    ]);
  });

  it("are not there of a cluster or a member that is not there", async () => {
    expect((await ask(`?member=${randomUUID()}`)).json).toMatchObject({ code: "not_found" });
    const { token } = tested.people.viewer;
    expect((await tested.ask("GET", `/clusters/${randomUUID()}/samples`, { token })).status).toBe(404);
  });
});
