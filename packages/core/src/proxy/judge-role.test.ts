import type { MysqlStatus } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { type AskedRole, findRoleReason } from "./judge-role";

const nowMs = 100_000;
const member = (state: string) => ({
  serverUuid: "0198f3f0-6d1e-7c3a-9f0e-000000000001",
  host: "db",
  port: 3306,
  state,
  role: "SECONDARY",
  version: "8.4.0",
});
const primary: MysqlStatus = {
  reach: "up",
  error: null,
  observedMonotonicMs: nowMs - 1_200,
  serverUuid: "0198f3f0-6d1e-7c3a-9f0e-000000000001",
  version: "8.4.0",
  memberState: "ONLINE",
  memberRole: "PRIMARY",
  viewId: "1:1",
  isSinglePrimary: true,
  isSuperReadOnly: false,
  isOfflineMode: false,
  members: [member("ONLINE"), member("ONLINE"), member("ONLINE")],
  certifyQueue: 0,
  applyQueue: 0,
  appliedLagMs: 0,
  gtidExecuted: "",
};
const secondary: MysqlStatus = { ...primary, memberRole: "SECONDARY", isSuperReadOnly: true };

const why = (asked: AskedRole, status: MysqlStatus): string | null =>
  findRoleReason(asked, status, nowMs)?.code ?? null;

test("an ONLINE primary that takes writes is the primary, an ONLINE secondary a secondary, and neither is the other", () => {
  expect(why("primary", primary)).toBeNull();
  expect(why("secondary", secondary)).toBeNull();
  expect(why("secondary", primary)).toBe("role_check.role");
  expect(why("primary", secondary)).toBe("role_check.role");
});

test.each<[string, Partial<MysqlStatus>]>([
  ["role_check.unreachable", { reach: "down" }],
  ["role_check.unreachable", { reach: "denied" }],
  ["role_check.stale", { observedMonotonicMs: nowMs - 3_001 }],
  ["role_check.state", { memberState: "RECOVERING" }],
  ["role_check.state", { memberState: null }],
  ["role_check.offline_mode", { isOfflineMode: true }],
  ["role_check.offline_mode", { isOfflineMode: null }],
  // Half of two is no majority either.
  ["role_check.no_majority", { members: [member("ONLINE"), member("UNREACHABLE")] }],
  ["role_check.no_majority", { members: [] }],
])("nobody has a role for which the evidence is missing: %s %j", (code, change) => {
  expect(why("primary", { ...primary, ...change })).toBe(code);
  expect(why("secondary", { ...secondary, ...change })).toBe(code);
});

test("one of three that does not answer takes nobody's role", () => {
  const members = [member("ONLINE"), member("ONLINE"), member("UNREACHABLE")];
  expect(why("primary", { ...primary, members })).toBeNull();
});

test.each<[string, Partial<MysqlStatus>]>([
  ["role_check.read_only", { isSuperReadOnly: true }],
  ["role_check.read_only", { isSuperReadOnly: null }],
  ["role_check.multi_primary", { isSinglePrimary: false }],
  ["role_check.multi_primary", { isSinglePrimary: null }],
])("a primary that takes no writes, or is one of several, is none to write to: %s %j", (code, change) => {
  expect(why("primary", { ...primary, ...change })).toBe(code);
});
