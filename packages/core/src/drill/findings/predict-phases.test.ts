import { type DrillFault, defaultVipTimings } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { predictDrill } from "../order/predict-drill";
import type { DrillRecord } from "./drill-record";
import { groupOf, recordedDrill } from "./drill-record.fixture";
import { foreseenMs, predictPhases } from "./predict-phases";

const of = (expelSeconds: 0 | 5, restarts = false, ways: readonly ("vip" | "router")[] = ["vip"]) =>
  Object.fromEntries(
    predictPhases(recordedDrill({ expelSeconds, restarts, ways })).map(({ phase, minMs, maxMs }) => [
      phase,
      [minMs, maxMs],
    ]),
  );

describe("the phases that are predicted", () => {
  it("add up the shares of the estimate, from the fault", () => {
    expect(of(0)).toEqual({
      suspected: [5_000, 5_600],
      expelled: [5_800, 6_800],
      elected: [5_800, 7_200],
      writable: [6_000, 7_200],
      vip_taken: [6_050, 7_800],
      first_write: [6_050, 7_800],
    });
    expect(of(5)).toMatchObject({
      suspected: [5_000, 5_600],
      expelled: [10_000, 25_600],
      vip_taken: [10_250, 26_600],
    });
  });

  it("have what a server that starts again adds only where it does", () => {
    expect(of(5, true)).toMatchObject({ expelled: [10_000, 36_600], first_write: [10_250, 37_600] });
    const down = recordedDrill().estimate;
    expect(down).toMatchObject({ minMs: 10_250, maxMs: 26_600 });
    expect(down?.because.some(({ code }) => code === "downtime.restarted")).toBe(false);
  });

  it("do not move a VIP that is no way, and let the quickest way have the first write", () => {
    expect(of(0, false, ["router"])).not.toHaveProperty("vip_taken");
    expect(of(0, false, ["router"])).toMatchObject({ first_write: [6_000, 7_200] });
    expect(of(0, false, ["vip", "router"])).toMatchObject({ first_write: [6_000, 7_800] });
  });

  it("know the first write through a proxy of which it is known, and wait as long for it", () => {
    const { ways } = recordedDrill({ ways: ["router"] });
    const [endpoint] = ways.map((way) => way.endpoint);
    const base = recordedDrill({ expelSeconds: 0 });
    if (base.estimate === null || endpoint === undefined) throw new Error("an estimate of a way");
    const slow = { ...base.estimate, path: "router" as const, minMs: 6_000, maxMs: 41_000 };
    const wayEstimates = [{ endpoint, estimate: slow }];
    const firstOf = (order: Parameters<typeof recordedDrill>[0]) => {
      const record = { ...recordedDrill({ expelSeconds: 0, ...order }), wayEstimates };
      const found = predictPhases(record).find(({ phase }) => phase === "first_write");
      return [found?.minMs, found?.maxMs, foreseenMs(record)];
    };
    expect(firstOf({ ways: ["router"] })).toEqual([6_000, 41_000, 41_000]);
    // The VIP is the quicker one at the latest.
    expect(firstOf({ ways: ["vip", "router"] })).toEqual([6_000, 7_800, 41_000]);
  });

  it("are those that a fault has", () => {
    const record = { ...recordedDrill(), group: groupOf(5) };
    const phases = (fault: DrillFault) =>
      predictPhases({
        ...record,
        fault,
        estimate: predictDrill({ group: groupOf(5), timings: defaultVipTimings }, fault),
      }).map(({ phase }) => phase);
    const succession = ["elected", "writable", "vip_taken", "first_write"];
    expect(phases({ kind: "switchover", memberId: null })).toEqual(succession);
    expect(phases({ kind: "stop_mysqld" })).toEqual(succession);
    expect(phases({ kind: "freeze_mysqld" })).toEqual(["suspected", "expelled", ...succession]);
    expect(phases({ kind: "cut_host" })).toEqual(["suspected", "expelled", ...succession]);
    expect(phases({ kind: "cut_secondary", memberId: null })).toEqual(["suspected", "expelled"]);
    expect(phases({ kind: "cut_one_way", memberId: null, drops: "to_secondary" })).toEqual(["suspected"]);
    expect(
      predictPhases({ ...record, fault: { kind: "cut_secondary", memberId: null }, group: null }),
    ).toEqual([]);
  });

  it.each([
    ["kill_agent", 4_050],
    ["freeze_agent", 6_050],
  ] as const)(
    "of %s are those of the VIP until another one has it, and none by other ways",
    (kind, maxMs) => {
      const { ways: router } = recordedDrill({ ways: ["router"] });
      const { ways } = recordedDrill({ ways: ["vip"] });
      const predict = (through: DrillRecord["ways"]) => {
        const fault = { kind };
        const estimate = predictDrill({ group: groupOf(0), timings: defaultVipTimings }, fault);
        return predictPhases({ ...recordedDrill(), fault, estimate, ways: through });
      };
      const span = { minMs: 0, maxMs };
      expect(predict(ways)).toEqual([
        { phase: "vip_taken", ...span },
        { phase: "first_write", ...span },
      ]);
      // Writes never stop by the other way.
      expect(predict([...ways, ...router])).toEqual([{ phase: "vip_taken", ...span }]);
      expect(predict(router)).toEqual([]);
    },
  );

  it("are none where nothing is known, or the estimate does not name its shares", () => {
    const record = recordedDrill();
    const parts = (record.estimate?.parts ?? []).map(({ share, ...part }) => part);
    expect(predictPhases({ ...record, estimate: null })).toEqual([]);
    expect(predictPhases({ ...record, estimate: record.estimate && { ...record.estimate, parts } })).toEqual(
      [],
    );
  });
});
