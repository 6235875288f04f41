import { expect, test } from "vitest";
import { parseIpv6Neighbours, parseNeighbours } from "./neighbour-table";

test("the kernel's memory of its neighbours names those whose Ethernet address it knows", () => {
  const table = `IP address       HW type     Flags       HW address            Mask     Device
10.77.0.12       0x1         0x2         02:00:00:00:00:12     *        eth0
10.77.0.13       0x1         0x0         00:00:00:00:00:00     *        eth0
10.77.0.1        0x1         0x6         02:00:00:00:00:01     *        eth0
`;
  expect(parseNeighbours(table)).toEqual([
    { address: "10.77.0.12", mac: "02:00:00:00:00:12", nic: "eth0" },
    { address: "10.77.0.1", mac: "02:00:00:00:00:01", nic: "eth0" },
  ]);
  expect(parseNeighbours("")).toEqual([]);
});

test("the same of IPv6, as ip shows it", () => {
  const table = `fd00::12 dev eth0 lladdr 02:00:00:00:00:12 REACHABLE
fd00::13 dev eth0 FAILED
fe80::1 dev eth0 lladdr 02:00:00:00:00:01 router STALE
`;
  expect(parseIpv6Neighbours(table)).toEqual([
    { address: "fd00::12", mac: "02:00:00:00:00:12", nic: "eth0" },
    { address: "fe80::1", mac: "02:00:00:00:00:01", nic: "eth0" },
  ]);
  expect(parseIpv6Neighbours("")).toEqual([]);
});
