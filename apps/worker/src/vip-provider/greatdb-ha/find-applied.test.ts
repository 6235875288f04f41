import { expect, test } from "vitest";
import { pickApplied } from "./find-applied";

const vipId = "00000000-0000-4000-8000-000000000001";
const hostId = "00000000-0000-4000-8000-000000000002";
const edit = (file: string) => ({ file, oldHash: "a", newHash: "b", spans: [] });
const proof = (file: string) => ({
  ...{ vipId, address: "10.77.0.100", holderHostId: hostId, holderHostName: "db1", macs: [], askedBy: [] },
  ...{ notAskedBy: [], heldAfterMs: 1, optionFiles: [{ hostId, edit: edit(file) }] },
});
const applied = { kind: "vip.apply", createdAt: "2026-11-01T00:00:00.000Z", result: proof("first") } as const;
const migrated = (to: string, day: string, file: string) =>
  ({
    kind: "vip.migrate",
    createdAt: `2026-11-${day}T00:00:00.000Z`,
    result: { ...proof(file), to, gap: null },
  }) as const;
const fileOf = (...operations: Parameters<typeof pickApplied>[0]): string | undefined =>
  pickApplied(operations, vipId).edits.get(hostId)?.file;

test("the edits that count are those with which the plugin got the VIP last", () => {
  expect(fileOf(applied)).toBe("first");
  expect(fileOf(applied, migrated("agent", "02", "back"))).toBe("first");
  expect(fileOf(migrated("greatdb_ha", "03", "again"), applied, migrated("agent", "04", "back"))).toBe(
    "again",
  );
  expect(pickApplied([applied], hostId).edits.size).toBe(0);
});

test("so does a drop-in", () => {
  const dropIn = {
    hostId,
    actionId: vipId,
    file: "/etc/systemd/system/mysql.service.d/primacy-greatdb-ha.conf",
  };
  const brought = { ...applied, result: { ...applied.result, dropIns: [dropIn] } };
  expect(pickApplied([migrated("greatdb_ha", "03", "again"), brought], vipId).dropIns).toEqual([dropIn]);
  expect(pickApplied([brought], hostId).dropIns).toEqual([]);
});

test("a library counts that any of them brought, and none of another VIP", () => {
  const library = {
    hostId,
    actionId: vipId,
    file: "/usr/lib/mysql/plugin/greatdb_ha.so",
    sha256: "a".repeat(64),
  };
  const brought = { ...applied, result: { ...applied.result, libraries: [library] } };
  expect(pickApplied([migrated("greatdb_ha", "03", "again"), brought], vipId).libraries).toEqual([library]);
  expect(pickApplied([applied], vipId).libraries).toEqual([]);
  expect(pickApplied([brought], hostId).libraries).toEqual([]);
});
