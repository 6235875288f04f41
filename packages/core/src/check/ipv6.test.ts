import type { Check } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { macOf, nic, observation, sight, snapshot } from "./catalogue.fixture";
import { checkVip } from "./check-vip";
import type { HostSight, VipCheckSnapshot } from "./snapshot";

const vip = "fd00::100";

function seenOn(n: number, change: Partial<HostObservation> = {}): HostSight {
  const nics = [
    nic("lo", null, [["::1", 128]]),
    nic("eth0", macOf(n), [
      [`10.77.0.1${n}`, 24],
      [`fd00::1${n}`, 64],
      [`fe80::1${n}`, 64],
    ]),
  ];
  return sight(n, {
    nics,
    arp: [{ address: vip, nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 400 }],
    sysctls: { ...observation(n).sysctls, "net.ipv6.conf.eth0.disable_ipv6": "0" },
    ...change,
  });
}

/** Three hosts that speak both families, for an IPv6 VIP; what the first of them shows may differ. */
function asked(request: object = {}, first: HostSight = seenOn(1)): VipCheckSnapshot {
  const base = snapshot({});
  const [one, two, three] = base.members;
  const members = [one, two, three].flatMap((member, index) =>
    member === undefined ? [] : [{ ...member, sight: index === 0 ? first : seenOn(index + 1) }],
  );
  return {
    ...base,
    request: { ...base.request, address: vip, prefixLength: 64, ...request },
    members,
  };
}

function results(of: VipCheckSnapshot, code: string): readonly (readonly [Check["result"], string])[] {
  return checkVip(of)
    .checks.filter((check) => check.code === code)
    .map((check) => [check.result, check.evidence.code]);
}

describe("an IPv6 VIP", () => {
  it("passes where every interface is in its network and nobody has it", () => {
    const report = checkVip(asked());
    expect(report.checks.filter((check) => check.result === "fail")).toEqual([]);
    for (const code of ["subnet", "address_unused", "ipv6_enabled", "ipv6_wire"])
      expect(results(asked(), code), code).toHaveLength(3);
    // What the kernel does with ARP and IPv4 does not matter to it.
    for (const code of ["arp_answers", "arp_flux", "reverse_path"])
      expect(results(asked(), code), code).toEqual([]);
  });

  it("is told to be asked for by neighbour discovery", () => {
    const unused = checkVip(asked()).checks.find((check) => check.code === "address_unused");
    expect(unused?.evidence.text).toMatch(/^Asked by NDP on eth0/);
  });

  it.each([
    ["the address of all routers", { address: "fd00::" }, "check.address_usable.fail_anycast"],
    ["an IPv4 address with a prefix of IPv6", { address: "10.77.0.100" }, "check.address_usable.fail_prefix"],
  ])("is refused as %s", (_name, request, evidence) => {
    expect(results(asked(request), "address_usable")).toEqual([["fail", evidence]]);
  });

  it("may be the first address of a network of two, which has no routers' address", () => {
    expect(results(asked({ prefixLength: 127 }), "address_usable")[0]?.[0]).toBe("pass");
  });

  it("is refused outside the interface's network, for which a link-local one does not count", () => {
    expect(results(asked({ address: "fd01::100" }), "subnet")).toHaveLength(3);
    expect(results(asked({ address: "fd01::100" }), "subnet")[0]).toEqual([
      "fail",
      "check.subnet.fail_outside",
    ]);
    expect(results(asked({ prefixLength: 48 }), "subnet")[0]).toEqual(["fail", "check.subnet.fail_prefix"]);
  });

  it("is refused where a host has it, is off for IPv6, or cannot ask", () => {
    const nics = [nic("eth0", macOf(1), [[vip, 64]])];
    expect(results(asked({}, seenOn(1, { nics })), "address_not_host")[0]?.[0]).toBe("fail");
    const sysctls = { "net.ipv6.conf.eth0.disable_ipv6": "1" };
    expect(results(asked({}, seenOn(1, { sysctls })), "ipv6_enabled")[0]?.[0]).toBe("fail");
    const tools = { ...observation(1).tools, hasNetlink: false };
    expect(results(asked({}, seenOn(1, { tools })), "ipv6_wire")[0]?.[0]).toBe("fail");
  });

  it.each([
    ["*", "pass"],
    ["::", "pass"],
    ["0.0.0.0", "fail"],
    ["127.0.0.1,FD00::100", "pass"],
    ["fd00::11", "fail"],
  ])("with bind_address %s: %s", (value, result) => {
    const variables = { ...observation(1).variables, bind_address: value };
    expect(results(asked({}, seenOn(1, { variables })), "bind_address")[0]?.[0]).toBe(result);
  });
});
