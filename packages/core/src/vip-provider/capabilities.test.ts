import { refuse, VipProvider } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type VipCapability, vipCapabilities } from "./capabilities";
import { findProviderReason } from "./find-provider-reason";

const capabilities: Readonly<Record<VipCapability, true>> = {
  driver: true,
  asksWireFirst: true,
  releasesWithoutMajority: true,
  releasesWithoutServer: true,
  readVips: true,
  ipv6: true,
  severalWriteVips: true,
  pause: true,
  drain: true,
  changesWithoutRestart: true,
  besideAnother: true,
};

describe("the table of what providers can do", () => {
  it("has every provider that the contract knows, and no other", () => {
    expect(Object.keys(vipCapabilities).sort()).toEqual([...VipProvider.options].sort());
  });
  it.each(VipProvider.options)("says of %s whether it can do each thing", (provider) => {
    expect(Object.keys(vipCapabilities[provider]).sort()).toEqual(Object.keys(capabilities).sort());
    for (const ability of Object.values(vipCapabilities[provider]))
      expect(ability).toMatch(/^(yes|no|partly|from \d+(\.\d+)+(-\d+)?)$/);
  });
});

describe("a provider that is ordered", () => {
  it.each(VipProvider.options)("is refused where the table has no driver for it: %s", (provider) => {
    const reason = findProviderReason(provider);
    expect(reason === null).toBe(vipCapabilities[provider].driver === "yes");
    if (reason === null) return;
    expect(refuse(reason.code, [reason.detail], reason.params)).toMatchObject({
      code: "provider_not_available",
      message: { text: expect.stringContaining(`The provider ${provider} is not available`) },
      errors: [{ path: "/provider", code: "provider_has_no_driver" }],
    });
  });
  it("is not refused where none is named: the contract fills in the agent", () => {
    expect(findProviderReason(undefined)).toBeNull();
  });
});
