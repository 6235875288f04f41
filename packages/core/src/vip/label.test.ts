import { describe, expect, it } from "vitest";
import { isVipLabel, planAddressLabel, planVipLabel } from "./label";

describe("the label of an address", () => {
  it("carries the whole interface name where that fits", () => {
    expect(planVipLabel("eth0", "1")).toBe("eth0:pv1");
    expect(planVipLabel("enp0s31f6.1", "1")).toBe("enp0s31f6.1:pv1");
  });

  it("never exceeds the kernel's 15 characters, and keeps the key whole", () => {
    const longest = "enp129s0f0np0.1";
    for (const key of ["1", "2uvxyz", "1z141z3"]) {
      const label = planVipLabel(longest, key);
      expect(label).toHaveLength(15);
      expect(label.endsWith(`:pv${key}`)).toBe(true);
      expect(isVipLabel(label, longest)).toBe(true);
    }
  });

  it("is known again, and others are not", () => {
    expect(isVipLabel("eth0:pv1", "eth0")).toBe(true);
    for (const label of ["eth0", "eth0:1", "eth1:pv1", "eth0:pv", "et:pv1", "eth0:pv1:pv1", "eth0:pv-1"]) {
      expect(isVipLabel(label, "eth0"), label).toBe(false);
    }
  });
});

describe("how an address is known", () => {
  it("is by the IPv4 address alone, and by the mark of an IPv6 one, which has no name", () => {
    expect(planAddressLabel("eth0", "10.99.0.100")).toBe("eth0:pv2vr04k");
    expect(planAddressLabel("eth0", "255.255.255.254")).toMatch(/^eth0:pv[0-9a-z]{7}$/);
    expect(planAddressLabel("eth0", "fd00::100")).toBe("eth0:pv6");
    for (const address of ["10.99.0.100", "fd00::100"])
      expect(isVipLabel(planAddressLabel("enp129s0f0np0.1", address), "enp129s0f0np0.1")).toBe(true);
  });
});
