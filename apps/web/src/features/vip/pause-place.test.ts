import { expect, test } from "vitest";
import { findPausePlace } from "./pause-place";

const [db1, db2] = ["0198f3f0-6d1e-7c3a-9f0e-000000000001", "0198f3f0-6d1e-7c3a-9f0e-000000000002"];
const on = (hostId: string | null): { hostId: string | null; since: string } => ({
  hostId,
  since: "2026-11-22T05:00:00.000Z",
});
const members = [{ hostId: db1, name: "db1" }];
const hosts = [
  { id: db1, name: "db1" },
  { id: db2, name: "db2" },
];

test("a paused VIP is told to be on its host by name", () => {
  expect(findPausePlace(on(db1), members, [])).toEqual({ kind: "on", host: "db1" });
  expect(findPausePlace(on(null), members, hosts)).toEqual({ kind: "nowhere" });
});

test("a host that left the cluster is named where it still can be, and never by its id", () => {
  expect(findPausePlace(on(db2), members, hosts)).toEqual({ kind: "left", host: "db2" });
  expect(findPausePlace(on(db2), members, [])).toEqual({ kind: "left", host: null });
});

test("nothing is said to have left before the members are known", () => {
  expect(findPausePlace(on(db2), undefined, [])).toEqual({ kind: "unnamed" });
  expect(findPausePlace(on(db2), undefined, hosts)).toEqual({ kind: "on", host: "db2" });
});
