import { quote } from "@primacy/contract";
import { expect, test } from "vitest";
import { describeGroup } from "./describe-group";
import { unreachableStatus } from "./read-status";

const member = (serverUuid: string, state: string) => ({
  serverUuid,
  host: "10.0.0.1",
  port: 3306,
  state,
  role: "SECONDARY",
  version: "9.7.4",
});

const status = {
  ...unreachableStatus("up", null, 1000),
  version: "9.7.4",
  memberState: "ONLINE" as const,
  members: [member("a", "ONLINE"), member("b", "UNREACHABLE"), member("x", "ONLINE")],
};
const hosts = new Map([
  ["a", "db1"],
  ["b", "db2"],
]);
const describeIt = (build: string) =>
  describeGroup(status, { startedMs: 990, build, isLate: false }, (uuid) => hosts.get(uuid) ?? null);

test("each member is told by its host, and one that no host is configured for by none", () => {
  expect(describeIt("MySQL Community Server - GPL")).toEqual({
    kind: "group-observed",
    readStartedAtMs: 990,
    self: "ONLINE",
    members: [
      { hostId: "db1", state: "ONLINE" },
      { hostId: "db2", state: "UNREACHABLE" },
      { hostId: null, state: "ONLINE" },
    ],
    silenceBeforeMs: 4950,
  });
});

test("only of builds of MySQL's own source is it known how long they wait before they call a member unreachable", () => {
  for (const build of [
    "MySQL Community Server - GPL",
    "MySQL Enterprise Server - Commercial",
    "(Debian)",
    "(Ubuntu)",
  ]) {
    expect(describeIt(build).silenceBeforeMs).toBe(4950);
  }
  for (const build of ["GreatSQL, Release 27", "Percona Server (GPL), Release 28", "", "not (Debian)"]) {
    expect(describeIt(build).silenceBeforeMs).toBe(0);
  }
});

test("a server that cannot be asked shows no group", () => {
  expect(
    describeGroup(
      unreachableStatus("down", quote("refused"), 5),
      { startedMs: 5, build: "", isLate: false },
      () => null,
    ),
  ).toMatchObject({
    self: "unknown",
    members: [],
  });
});
