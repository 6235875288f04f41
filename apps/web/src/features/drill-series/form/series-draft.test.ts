import { type ClusterEndpoint, DrillSeriesRequest, mostSeriesFaults } from "@primacy/contract";
import { keyOfFault } from "@primacy/core/drill/compare";
import { describe, expect, it } from "vitest";
import {
  emptySeriesDraft,
  findWrong,
  listFaults,
  type SeriesDraft,
  seriesFaults,
  toSeries,
} from "./series-draft";

const now = new Date("2026-11-28T02:00:00.000Z");
const ways: readonly ClusterEndpoint[] = [
  {
    ref: { kind: "custom", address: "db1", port: 3306 },
    way: "direct",
    name: "db1",
    address: "10.0.0.1",
    port: 3306,
  },
  {
    ref: { kind: "custom", address: "vip", port: 3306 },
    way: "write_vip",
    name: "VIP",
    address: "10.0.0.100",
    port: 3306,
  },
];
const draft: SeriesDraft = { ...emptySeriesDraft(ways, 12_500, "UTC"), name: " Nightly " };

describe("the draft of a series", () => {
  it("proposes the VIP and the objective of the cluster, and is what the API takes", () => {
    const request = toSeries({ ...draft, faults: ["switchover", "kill_mysqld"] }, ways, []);
    expect(DrillSeriesRequest.parse(request)).toEqual({
      name: "Nightly",
      faults: [
        { kind: "switchover", memberId: null },
        { kind: "kill_mysqld", restarts: false },
      ],
      endpoints: [{ address: "10.0.0.100", port: 3306 }],
      readEndpoints: [],
      ...{ observerHostId: null, objectiveMs: 12_500, runs: 5, schedule: null },
    });
    expect(toSeries({ ...draft, isTimed: true }, ways, []).schedule).toEqual({
      ...{ cron: "0 2 * * 6", timeZone: "UTC", windowMinutes: 120 },
    });
  });

  it("does not propose the address of the primary of the moment", () => {
    const direct = ways.filter(({ way }) => way === "direct");
    expect(emptySeriesDraft(direct, 12_500, "UTC").endpoints).toEqual([]);
  });

  it("has each fault once, and not more than a series may have", () => {
    expect(new Set(seriesFaults.map(keyOfFault)).size).toBe(seriesFaults.length);
    expect(seriesFaults.length).toBeLessThanOrEqual(mostSeriesFaults);
  });

  it("offers the death of a proxy where one has the program, and sends none that is gone", () => {
    const proxyOf = (way: "router_write" | "haproxy_write"): ClusterEndpoint => ({
      ref: { kind: "proxy", proxyId: way, way: "write" },
      ...{ way, name: way, address: "10.0.0.110", port: 3307 },
    });
    const programs = (...more: readonly ClusterEndpoint[]): readonly string[] =>
      listFaults([...ways, ...more]).flatMap((fault) => (fault.kind === "kill_proxy" ? fault.program : []));
    expect(programs()).toEqual([]);
    expect(programs(proxyOf("router_write"))).toEqual(["mysqlrouter", "mysqlrouter"]);
    expect(new Set(programs(proxyOf("haproxy_write")))).toEqual(new Set(["haproxy", "keepalived"]));
    const chosen: SeriesDraft = { ...draft, faults: ["kill_haproxy"] };
    const there = [...ways, proxyOf("haproxy_write")];
    expect(toSeries(chosen, there, []).faults).toMatchObject([{ kind: "kill_proxy", program: "haproxy" }]);
    expect([...findWrong(chosen, there, now)]).toEqual([]);
    expect([...findWrong(chosen, ways, now)]).toEqual(["faults"]);
  });

  it.each<[string, Partial<SeriesDraft>, string[]]>([
    ["nothing", {}, []],
    [
      "all that is wrong at once",
      { name: " ", faults: [], endpoints: [], runs: "0", objective: "" },
      ["name", "faults", "endpoints", "runs", "objective"],
    ],
    ["figures that are none", { runs: "2.5", objective: "301" }, ["runs", "objective"]],
    ["a schedule that is not asked for", { cron: "x", timeZone: "x", windowMinutes: "x" }, []],
    [
      "one that is",
      { isTimed: true, cron: "x", timeZone: "x", windowMinutes: "1441" },
      ["window", "cron", "timeZone"],
    ],
    ["five endpoints", { endpoints: ["a", "b", "c", "d", "e"] }, ["endpoints"]],
    [
      "five with those for reads",
      { endpoints: ["a", "b"], readEndpoints: ["c", "d", "e"] },
      ["readEndpoints"],
    ],
  ])("tells %s", (_what, change, wrong) => {
    expect([...findWrong({ ...draft, ...change }, ways, now)]).toEqual(wrong);
  });
});
