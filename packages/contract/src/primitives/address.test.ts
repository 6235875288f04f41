import { describe, expect, it } from "vitest";
import { HostAddress } from "./address";

describe("HostAddress", () => {
  it.each(["10.77.0.11", "::1", "fe80::1", "db1", "db1.example.com", "3com.example", "1.2.3.4.example"])(
    "accepts %s",
    (text) => {
      expect(HostAddress.safeParse(text).success).toBe(true);
    },
  );

  it.each(["999.1.1.1", "256.0.0.1", "1.2.3", "1.2.3.4.5", "127.1", "12345", "010.1.1.1", "1.0x7f"])(
    "refuses %s: numbers with dots are an IPv4 address or nothing",
    (text) => {
      expect(HostAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        "host_address_invalid",
      ]);
    },
  );

  it.each(["fe80::1%eth0", "", "-db1", "db1-", "db1..example", "db 1", "0x7f000001"])(
    "refuses %j",
    (text) => {
      expect(HostAddress.safeParse(text).success).toBe(false);
    },
  );

  it("is the same text for the same IPv6 address", () => {
    expect(HostAddress.parse("FD00:0::0012")).toBe("fd00::12");
    expect(HostAddress.parse("DB1.example")).toBe("DB1.example");
  });
});
