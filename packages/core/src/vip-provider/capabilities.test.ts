import { refuse, VipProvider } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type VipCapability, vipCapabilities } from "./capabilities";
import { findProviderReason } from "./find-provider-reason";

const capabilities: Readonly<Record<VipCapability, true>> = {
  asksWireFirst: true,
  releasesWithoutMajority: true,
  releasesWithoutServer: true,
  readVips: true,
  ipv6: true,
  severalWriteVips: true,
  pause: true,
  rebind: true,
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

const writing = { address: "10.77.0.100", kind: "write" } as const;
const ofAgent = { ...writing, provider: "agent" } as const;
const ofPlugin = { ...writing, provider: "greatdb_ha" } as const;
type Row = readonly [string, Parameters<typeof findProviderReason>, readonly string[]];
const rows: readonly Row[] = [
  ["the agent on a cluster without a VIP", [{ provider: "agent", kind: "read" }, []], []],
  ["the agent beside its own", [{ provider: "agent", kind: "write" }, [ofAgent]], []],
  [
    "the agent beside the plugin",
    [{ provider: "agent", kind: "write" }, [ofPlugin]],
    ["/provider provider_beside_another"],
  ],
  ["the plugin on a cluster without a VIP", [{ provider: "greatdb_ha", kind: "write" }, []], []],
  [
    "the plugin for a second write VIP",
    [{ provider: "greatdb_ha", kind: "write" }, [ofPlugin]],
    ["/provider provider_one_write_vip"],
  ],
  [
    "the plugin for a read VIP beside the agent: both reasons",
    [{ provider: "greatdb_ha", kind: "read" }, [ofAgent]],
    ["/provider provider_beside_another", "/kind provider_no_read_vips"],
  ],
  ["none that is named: the contract fills in the agent", [{}, [ofPlugin]], []],
];

describe("a provider that is ordered", () => {
  it.each(rows)("is refused with every reason, or taken: %s", (_title, asked, expected) => {
    const reason = findProviderReason(...asked);
    const found = (reason?.details ?? []).map(({ path, code }) => `${path} ${code}`);
    expect(found).toEqual(expected);
    if (reason === null) return;
    expect(refuse(reason.code, reason.details, reason.params).message.text).toContain(
      reason.details[0]?.message.text,
    );
  });
});
