import { MysqlStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { parseStatus, statusStatement } from "./read-status";
import { primaryRows, secondaryRows, stoppedRows, uuids } from "./server-rows.fixture";

describe("the status of a server", () => {
  it("is read as the server gives it, with the members in the order of their servers", () => {
    const { status, role, build } = parseStatus([primaryRows.status], 1_000);
    expect(MysqlStatus.parse(status)).toMatchObject({
      reach: "up",
      error: null,
      observedMonotonicMs: 1_000,
      serverUuid: uuids.db1,
      version: "9.7.4-2",
      memberState: "ONLINE",
      memberRole: "PRIMARY",
      viewId: "17953340448205795:3",
      isSinglePrimary: true,
      isSuperReadOnly: false,
      certifyQueue: 0,
      applyQueue: 2,
      appliedLagMs: 0,
      gtidExecuted: `${uuids.db1}:1-7,f68baf09-2fd9-4576-bfe4-e60e4361f131:1-713`,
    });
    expect(status.members.map((member) => [member.serverUuid, member.state])).toEqual([
      [uuids.db1, "ONLINE"],
      [uuids.db2, "ONLINE"],
      [uuids.db3, "UNREACHABLE"],
    ]);
    expect(status.members[0]).toMatchObject({ host: "10.77.0.11", port: 3306, version: "9.7.4" });
    expect(role).toEqual({ memberState: "ONLINE", role: "PRIMARY", singlePrimary: true });
    expect(build).toBe("(Debian)");
  });

  it("has a secondary's lag in milliseconds", () => {
    expect(parseStatus([secondaryRows.status], 0).status.appliedLagMs).toBe(1.5);
  });

  it("of a server outside any group has neither members nor a view", () => {
    const { status } = parseStatus([stoppedRows.status], 0);
    expect(MysqlStatus.parse(status)).toMatchObject({
      error: null,
      memberState: "OFFLINE",
      memberRole: null,
      viewId: null,
      members: [],
      certifyQueue: null,
      appliedLagMs: null,
    });
  });

  it.each([
    ["no row", undefined],
    ["no text", [null]],
    ["half a text", [primaryRows.status.slice(0, 200)]],
    ["another form", ['{"server_uuid": "x"}']],
    ["no role check", ['[null, "9.7.4"]']],
    ["a role check without its server", ['[[null, 0, 0, 1, 83, ["ONLINE", "PRIMARY"], "1:1"], "9.7.4"]']],
  ] as const)("is a clear failure of a server that is up, where the answer is %s", (_, row) => {
    const { status, role } = parseStatus(row === undefined ? undefined : [...row], 1_000);
    expect(MysqlStatus.parse(status)).toMatchObject({
      reach: "up",
      memberState: null,
      memberRole: null,
      members: [],
    });
    expect(status.error?.code).toBe("text.quoted");
    expect(status.error?.text.length).toBeLessThanOrEqual(120);
    expect(role).toEqual({ memberState: "unknown", role: "unknown", singlePrimary: null });
  });

  it("is asked for by columns that every supported server has", () => {
    // Added in 8.0.27: a server without it would refuse the whole statement.
    expect(statusStatement).not.toContain("MEMBER_COMMUNICATION_STACK");
    expect(statusStatement).not.toContain("*");
  });
});
