import { expect, test } from "vitest";
import { findVipAction } from "./vip-action";

test("a VIP is offered to be configured where there is none, to be changed where there is one, and neither unknown", () => {
  expect(findVipAction("c1", false)).toMatchObject({ label: "configureVip", href: "/clusters/c1/vip/new" });
  expect(findVipAction("c1", true)).toMatchObject({ label: "changeVip", href: "/clusters/c1/vip" });
  expect(findVipAction("c1", undefined)).toBeNull();
});
