import type { HostObservation } from "@primacy/contract/agent";

/** What an agent sees of a host of which nothing is remarkable, with `change`. */
export function observationOf(change: Partial<HostObservation> = {}): HostObservation {
  return {
    nics: [],
    detectedNic: "eth0",
    arp: [],
    capabilities: { hasNetAdmin: true, hasNetRaw: true },
    tools: { ip: true, ss: true, nft: true, arping: true, hasNetlink: true },
    managers: [],
    sysctls: {},
    variables: {},
    gateways: [],
    resolved: {},
    details: {
      ...{ kernel: "6.1.0", clockSource: "tsc", platform: null, nic: null, disk: null },
      ...{ remembered: [], gatewayArp: [], reverseNames: {}, connected: [] },
      bootStart: { manager: "systemd", isEnabled: true, evidence: "/etc/systemd" },
    },
    ...change,
  };
}
