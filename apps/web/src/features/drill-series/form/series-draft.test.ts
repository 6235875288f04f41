import { type ClusterEndpoint, DrillSeriesRequest, mostSeriesFaults } from "@primacy/contract";
import { keyOfFault } from "@primacy/core/drill/compare";
import { describe, expect, it } from "vitest";
import { keyOfWay } from "../../drill/form/drill-draft";
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
const directOf = (n: number): ClusterEndpoint => ({
  ref: { kind: "member", memberId: `db${n}` },
  way: "direct",
  ...{ name: `db${n}`, address: `10.0.0.${n}`, port: 3306 },
});
const five = [1, 2, 3, 4, 5].map(directOf);
const keys = five.map(keyOfWay);
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
    expect([...findWrong(chosen, there, [], now)]).toEqual([]);
    expect([...findWrong(chosen, ways, [], now)]).toEqual(["faults"]);
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
    ["five endpoints", { endpoints: keys }, ["endpoints"]],
    [
      "five with those for reads",
      { endpoints: keys.slice(0, 2), readEndpoints: keys.slice(2) },
      ["readEndpoints"],
    ],
  ])("tells %s", (_what, change, wrong) => {
    expect([...findWrong({ ...draft, ...change }, [...ways, ...five], five, now)]).toEqual(wrong);
  });

  it("neither counts nor asks for what is offered no more, as a secondary that became the primary", () => {
    const vip = ways.slice(1);
    const chosen = { ...draft, readEndpoints: keys.slice(0, 4) };
    expect([...findWrong(chosen, vip, five, now)]).toEqual(["readEndpoints"]);
    const after = five.slice(1);
    expect([...findWrong(chosen, vip, after, now)]).toEqual([]);
    expect(toSeries(chosen, vip, after).readEndpoints).toEqual(
      five.slice(1, 4).map(({ address, port }) => ({ address, port })),
    );
    // A chosen endpoint that is shown no more is none.
    const direct = { ...draft, endpoints: keys.slice(0, 1) };
    expect([...findWrong(direct, vip, after, now)]).toEqual(["endpoints"]);
  });
});
