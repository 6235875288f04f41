import type { MysqlStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { cutRecord, recordedDrill, withSilence, withStatus, zeroMs } from "./drill-record.fixture";
import { listAway } from "./list-away";

const nowMs = -100;
const whole = ["db1", "db2", "db3"].map((name) => ({ name, state: "ONLINE" }));
/** What the agents said until right before the fault, of which that of db3 said something else at last. */
const record = (own: Partial<MysqlStatus> = {}) =>
  cutRecord(
    withStatus(recordedDrill(), 3, -1_000, (status) => ({ ...status, mysql: { ...status.mysql, ...own } })),
    zeroMs + nowMs,
  );

describe("right before the fault", () => {
  it("nobody is away of a whole group", () => {
    expect(listAway(whole, record())).toEqual([]);
  });

  it.each(["UNREACHABLE", "RECOVERING", "OFFLINE", "ERROR", null])("who is %s for the group is", (state) => {
    expect(listAway([...whole.slice(0, 2), { name: "db3", state }], record())).toEqual(["db3"]);
  });

  it("a server that its own agent does not reach is, although the group shows it as ONLINE still", () => {
    expect(listAway(whole, record({ reach: "down", memberState: null }))).toEqual(["db3"]);
    expect(listAway(whole, record({ memberState: "ERROR" }))).toEqual(["db3"]);
  });

  it("a host whose agent was heard 3 s ago at last is, and one whose agent may not ask its server is not", () => {
    expect(listAway(whole, withSilence(record(), 3, -3_300))).toEqual(["db3"]);
    expect(listAway(whole, withSilence(record(), 3, -2_000))).toEqual([]);
    expect(listAway(whole, withSilence(record(), 3, -1_000_000))).toEqual(["db3"]);
    expect(listAway(whole, record({ reach: "denied", memberState: null }))).toEqual([]);
  });
});
