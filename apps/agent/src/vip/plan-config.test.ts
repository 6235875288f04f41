import { expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { planVipConfigs } from "./plan-config";

const [first] = planTestDocument().vips;
const vips = ["10.0.0.100", "10.0.1.100", "10.0.0.101", "192.168.255.254"].flatMap((address, position) =>
  first === undefined ? [] : [{ ...first, address, vipId: `0198f3f0-6d1e-7c3a-9f0e-00000000010${position}` }],
);
const labelsOf = (listed: typeof vips): Record<string, string> =>
  Object.fromEntries(
    planVipConfigs(planTestDocument({ vips: listed })).map(({ vipId, target }) => [vipId, target.label]),
  );

test("an address keeps its label when others come, go or change places", () => {
  const all = labelsOf(vips);
  for (const [position, vip] of vips.entries()) {
    const others = vips.filter((_one, other) => other !== position);
    expect({ ...labelsOf(others), [vip.vipId]: all[vip.vipId] }).toEqual(all);
  }
  expect(labelsOf([...vips].reverse())).toEqual(all);
});

test("no two addresses of a host share a label, also in networks that number alike", () => {
  const nic = "enp129s0f0np0.1";
  const labels = Object.values(labelsOf(vips.map((vip) => ({ ...vip, nic }))));
  expect(new Set(labels).size).toBe(vips.length);
});
