import { expect, test } from "vitest";
import { pickEdits } from "./applied-edits";

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
const fileOf = (...operations: Parameters<typeof pickEdits>[0]): string | undefined =>
  pickEdits(operations, vipId).get(hostId)?.file;

test("the edits that count are those with which the plugin got the VIP last", () => {
  expect(fileOf(applied)).toBe("first");
  expect(fileOf(applied, migrated("agent", "02", "back"))).toBe("first");
  expect(fileOf(migrated("greatdb_ha", "03", "again"), applied, migrated("agent", "04", "back"))).toBe(
    "again",
  );
  expect(pickEdits([applied], hostId).size).toBe(0);
});
