import type { VipStepBase } from "@primacy/core/plan";
import { expect, test } from "vitest";
import { BaseInput } from "./vip-inputs";

const reads = { policy: "to_primary", maxLagSeconds: 3 } as const;
const input: VipStepBase = {
  clusterId: "c",
  vipId: "v",
  address: "10.77.0.101",
  previous: {
    id: "v",
    provider: "agent",
    kind: "read",
    address: "10.77.0.101",
    prefixLength: 24,
    port: 3306,
    nics: {},
    onRelease: "cut",
    reads,
    enabled: true,
  },
};

test("what a read VIP went by is there after a way through the database, for taking an operation back", () => {
  expect(BaseInput.parse(JSON.parse(JSON.stringify(input)))).toEqual(input);
});

test("a write VIP has no such thing", () => {
  if (input.previous === null) throw new TypeError("there was a VIP");
  const { reads: _, ...previous } = { ...input.previous, kind: "write" };
  expect(BaseInput.parse({ ...input, previous }).previous).toEqual(previous);
});
