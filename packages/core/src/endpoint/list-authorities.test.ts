import { describe, expect, it } from "vitest";
import { listAuthorities } from "./list-authorities";

const vip = { ref: { kind: "vip", vipId: "0198f3f0-6d1e-7c3a-9f0e-000000000005" } } as const;
const typed = { ref: { kind: "custom", address: "10.0.0.50", port: 3306 } } as const;

describe("the certificates that whoever answers at an endpoint has to show", () => {
  it("are never none at an address that somebody typed: without a known CA it is told no password", () => {
    expect(listAuthorities(typed, null, ["a", null, "b"])).toEqual(["a", "b"]);
    expect(listAuthorities(typed, null, [null, null])).toEqual([]);
  });

  it("are those of the members in their order, each once; a member's unknown CA means that nobody is verified", () => {
    expect(listAuthorities(vip, null, ["b", null, "a", "b"])).toEqual(["b", null, "a"]);
  });

  it("are first that of a proxy that ends TLS itself", () => {
    expect(listAuthorities(vip, "own", ["a", "own"])).toEqual(["own", "a"]);
  });
});
