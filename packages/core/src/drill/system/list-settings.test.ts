import type { DrillSystem } from "@primacy/contract";
import { expect, it } from "vitest";
import { listDrillSettings } from "./list-settings";

const server = (name: string, change: Partial<DrillSystem["servers"][number]> = {}) => ({
  ...{ name, version: "8.4.6", agentVersion: "1.2.3" },
  variables: { sync_binlog: "1", group_replication_member_expel_timeout: "5" },
  ...change,
});
const system: DrillSystem = {
  primacyVersion: "1.2.3",
  servers: [
    server("db1"),
    server("db2", { variables: { sync_binlog: "0", group_replication_member_expel_timeout: "5" } }),
    server("db3", { version: null, variables: {} }),
  ],
  timings: { leaseSeconds: 2, unheardOf: 7 },
};
const named = (wanted: string) =>
  listDrillSettings(system).find(({ setting }) => ("name" in setting ? setting.name : setting.of) === wanted)
    ?.readings;

it("puts servers with the same value together, and names one that could not be asked once", () => {
  expect(named("primacy")).toEqual([{ names: [], value: "1.2.3" }]);
  expect(named("server")).toEqual([
    { names: ["db1", "db2"], value: "8.4.6" },
    { names: ["db3"], value: null },
  ]);
  expect(named("sync_binlog")).toEqual([
    { names: ["db1"], value: "1" },
    { names: ["db2"], value: "0" },
  ]);
  expect(named("leaseSeconds")).toEqual([{ names: [], value: "2" }]);
});

it("leaves out what no server has", () => {
  expect(named("group_replication_communication_flp_timeout")).toBeUndefined();
  expect(listDrillSettings(system)).toHaveLength(6);
});
