import { describe, expect, it } from "vitest";
import { ClusterEndpoint, EndpointRef } from "./endpoint";

const custom = (address: string) => ({ kind: "custom", address, port: 3306 });

describe("an address that somebody names as an endpoint", () => {
  it.each(["-x; rm", "db1 db2", "", "10.0.0.999", "fe80::1%eth0"])("is refused as %j", (address) => {
    expect(EndpointRef.safeParse(custom(address)).success).toBe(false);
  });

  it("is in the one form that stored addresses have", () => {
    expect(EndpointRef.parse(custom("FD00::0001"))).toEqual(custom("fd00::1"));
    expect(EndpointRef.parse(custom("db1.example"))).toEqual(custom("db1.example"));
  });

  it("can be read as it was kept, though it could not be named so any more", () => {
    const kept = { ref: custom("db_1"), way: "custom", name: "db_1", address: "db_1", port: 3306 };
    expect(ClusterEndpoint.parse(kept)).toEqual(kept);
  });
});
