import { describe, expect, it } from "vitest";
import { IpAddress, VipAddress } from "./address";
import {
  addressBytes,
  canonicalAddress,
  familyOf,
  formatAddress,
  hostPrefixLength,
  isNetworkAddress,
  isPrefixOf,
  isSameSubnet,
  lastAddress,
  networkAddress,
  parseCidr,
  withPort,
} from "./address-text";

const codeOf = (text: string): string | undefined => VipAddress.safeParse(text).error?.issues[0]?.message;

describe("VipAddress", () => {
  it.each([
    ["10.77.0.100", "10.77.0.100"],
    ["FD00:0:0::0100", "fd00::100"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["fd00:a4d:0:0:0:0:0:64", "fd00:a4d::64"],
  ])("takes %s, as %s", (text, canonical) => {
    expect(VipAddress.parse(text)).toBe(canonical);
  });

  it.each([
    ["fe80::1%eth0", "address_zone"],
    ["fd00::1%eth0", "address_zone"],
    ["fe80::1", "address_link_local"],
    ["::ffff:10.77.0.100", "address_v4_mapped"],
    ["::ffff:a4d:64", "address_v4_mapped"],
    ["ff02::1", "address_multicast"],
    ["::", "address_unspecified"],
    ["::1", "address_loopback"],
    ["::10.77.0.100", "address_v4_mapped"],
    ["fec0::1", "address_not_unicast"],
    ["64:ff9b::a00:1", "address_not_unicast"],
    ["010.77.0.100", "address_invalid"],
    ["10.77.0", "address_invalid"],
    ["fd00::1::2", "address_invalid"],
    ["fd00::100/64", "address_invalid"],
    ["[fd00::100]", "address_invalid"],
    ["db1", "address_invalid"],
  ])("refuses %s (%s)", (text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});

it("IpAddress takes any address without a zone", () => {
  expect(IpAddress.parse("FE80::1")).toBe("fe80::1");
  expect(IpAddress.safeParse("fe80::1%eth0").error?.issues[0]?.message).toBe("address_invalid");
});

describe("what is done with the text of an address", () => {
  it("tells its family", () => {
    expect(["10.0.0.1", "fd00::1", "db1", "10.0.0.1/24", "fe80::1%eth0"].map(familyOf)).toEqual([
      4,
      6,
      null,
      null,
      null,
    ]);
  });

  it("turns it into bytes and back", () => {
    for (const address of ["10.77.0.100", "fd00:a4d::64", "2001:db8::", "::1"])
      expect(formatAddress(addressBytes(address))).toBe(address);
    expect(() => addressBytes("db1")).toThrow(TypeError);
    expect(canonicalAddress("db1")).toBe("db1");
  });

  it("is told from the prefix length behind it", () => {
    expect(parseCidr(" 10.77.0.100/24 ")).toEqual({ address: "10.77.0.100", prefixLength: 24 });
    expect(parseCidr("FD00::100/64")).toEqual({ address: "FD00::100", prefixLength: 64 });
    for (const text of [
      "10.77.0.100",
      "10.77.0/24",
      "db1/24",
      "fe80::1%eth0/64",
      "10.77.0.100/",
      "/24",
      "10.0.0.1/2/4",
    ])
      expect(parseCidr(text), text).toBeNull();
  });

  it("finds the ends of its network", () => {
    expect(networkAddress("10.77.3.100", 22)).toBe("10.77.0.0");
    expect(lastAddress("10.77.1.100", 22)).toBe("10.77.3.255");
    expect(networkAddress("fd00:a4d::ff:64", 64)).toBe("fd00:a4d::");
    expect(networkAddress("fd00::64", 126)).toBe("fd00::64");
    expect(lastAddress("fd00::64", 120)).toBe("fd00::ff");
  });

  it("never takes addresses of two families for neighbours", () => {
    expect(isSameSubnet("10.77.0.1", "10.77.0.200", 24)).toBe(true);
    expect(isSameSubnet("10.77.0.1", "10.77.1.1", 24)).toBe(false);
    expect(isSameSubnet("fd00::1", "fd00::ffff:1", 64)).toBe(true);
    expect(isSameSubnet("fd00::1", "fd00:0:0:1::1", 64)).toBe(false);
    expect(isSameSubnet("fd00::1", "fd00::2", 127)).toBe(false);
    expect(isSameSubnet("10.77.0.1", "fd00::1", 8)).toBe(false);
  });

  it("knows what stands for one address alone", () => {
    expect([hostPrefixLength("10.0.0.1"), hostPrefixLength("fd00::1")]).toEqual([32, 128]);
    expect(isNetworkAddress({ address: "10.0.0.1", prefixLength: 32 })).toBe(false);
    expect(isNetworkAddress({ address: "fd00::1", prefixLength: 64 })).toBe(true);
    expect([isPrefixOf("10.0.0.1", 33), isPrefixOf("fd00::1", 128), isPrefixOf("x", 99)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("stands beside a port in brackets where it has colons", () => {
    expect(withPort("10.77.0.100", 3306)).toBe("10.77.0.100:3306");
    expect(withPort("fd00::100", 3306)).toBe("[fd00::100]:3306");
  });
});
