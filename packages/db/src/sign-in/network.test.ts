import { expect, test } from "vitest";
import { toNetwork } from "./network";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["unknown", "unknown"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:ffff::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
