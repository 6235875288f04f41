import { describe, expect, it } from "vitest";
import { type KeepalivedPlan, planKeepalivedConfig } from "./keepalived-config";
import { predictTakeover } from "./vrrp-takeover";

const address = "10.0.0.110";
const hosts = [1, 2, 3].map((n) => ({
  hostId: `h${n}`,
  name: `px${n}`,
  nic: "eth0",
  source: `10.0.0.2${n}`,
}));
const plan: KeepalivedPlan = { proxyId: "p", address, prefixLength: 24, virtualRouterId: 7, hosts };
const textOf = (n: number): string => {
  const own = hosts[n - 1];
  if (own === undefined) throw new Error("no such host");
  return planKeepalivedConfig(plan, own);
};

describe("when another Keepalived takes the address", () => {
  it("is by what Primacy writes after two to three advertisements and a part of one, by the first that is due", () => {
    // Priorities 140 and 130: 116 and 126 parts of 256.
    expect(predictTakeover([textOf(2)], address)).toEqual({ minMs: 2_453, maxMs: 3_453 });
    expect(predictTakeover([textOf(3), textOf(2)], address)).toEqual({ minMs: 2_453, maxMs: 3_453 });
  });

  it("follows what somebody has changed, and Keepalived's own values where nothing is said", () => {
    const slow = textOf(2).replace("advert_int 1", "advert_int 0.5").replace("priority 140", "priority 128");
    expect(predictTakeover([slow], address)).toEqual({ minMs: 1_250, maxMs: 1_750 });
    const bare = `vrrp_instance a {\n virtual_ipaddress {\n ${address}/24\n }\n}`;
    expect(predictTakeover([bare], address)).toEqual({ minMs: 2_609, maxMs: 3_609 });
  });

  it.each<[string, readonly (string | null)[]]>([
    ["no other host", []],
    ["one that could not be read", [textOf(2), null]],
    ["another address", [textOf(2).replace(address, "10.0.0.111")]],
    ["a definition", [textOf(2).replace("advert_int 1", "advert_int $EVERY")]],
    ["no number", [textOf(2).replace("priority 140", "priority high")]],
  ])("is not known: %s", (_what, texts) => {
    expect(predictTakeover(texts, address)).toBeNull();
  });
});
