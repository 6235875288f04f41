import { expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { planReleaseList } from "./release-list";

test("the release list has a line for each VIP", () => {
  const vips = planTestDocument().vips.map((vip) => ({ ...vip, ports: [3306, 33_060] }));
  expect(planReleaseList(vips)).toBe("10.0.0.100 eth0 3306,33060\n");
  const alone = vips.map((vip) => ({ ...vip, onRelease: "leave" as const }));
  expect(planReleaseList(alone)).toBe("10.0.0.100 eth0 3306,33060 leave\n");
});
