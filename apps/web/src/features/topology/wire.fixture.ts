import { message, type Topology, type TopologyVip, type WireVerdict } from "@primacy/contract";

export const holderId = "00000000-0000-4000-8000-000000000001";
export const observerId = "00000000-0000-4000-8000-000000000006";
export const holderMac = "02:56:00:00:00:11";
export const conflictingMac = "02:56:00:00:00:77";

const askers: WireVerdict["askers"] = [
  {
    hostId: "00000000-0000-4000-8000-000000000002",
    name: "db2",
    isObserver: false,
    macs: [holderMac],
    ageMs: 400,
  },
  { hostId: observerId, name: "app1", isObserver: true, macs: [holderMac], ageMs: 700 },
];

const rightful: WireVerdict["owners"][number] = {
  hostId: holderId,
  name: "db1",
  macs: [holderMac],
  isRightful: true,
  seenBy: ["app1", "db2"],
};

/** The wire as it should be: db1 answers, and holds by right. */
export const oneOwner: WireVerdict = {
  state: "one",
  since: "2026-11-21T10:00:00.000Z",
  owners: [rightful],
  askers,
  isRightful: true,
  foreign: [],
  findings: [],
  advice: [],
};

/** A stranger answers beside db1, and db1 defends itself. */
export const twoOwners: WireVerdict = {
  ...oneOwner,
  state: "many",
  isRightful: null,
  owners: [
    rightful,
    { hostId: null, name: null, macs: [conflictingMac], isRightful: false, seenBy: ["app1"] },
  ],
  askers: askers.map((asker) => (asker.isObserver ? { ...asker, macs: [holderMac, conflictingMac] } : asker)),
  findings: [
    message("topology.wire_owner_stranger", { address: "10.86.0.100", macs: conflictingMac, askers: "app1" }),
    message("topology.wire_defended", { address: "10.86.0.100", host: "db1", count: 3 }),
  ],
  advice: [message("topology.advice_stranger", { address: "10.86.0.100", macs: conflictingMac })],
};

/** db1 holds, and nobody answers. */
export const noOwner: WireVerdict = {
  ...oneOwner,
  state: "none",
  isRightful: null,
  owners: [],
  askers: askers.map((asker) => ({ ...asker, macs: [] })),
  advice: [message("topology.advice_silent", { host: "db1" })],
};

/** A VIP that db1's kernel holds, with this verdict. */
export function vipWith(verdict: WireVerdict): TopologyVip {
  return {
    vipId: "00000000-0000-4000-8000-0000000000aa",
    kind: "write",
    address: "10.86.0.100",
    prefixLength: 24,
    port: 3306,
    isEnabled: true,
    believedHostId: holderId,
    kernelHostIds: [holderId],
    wire: verdict.owners.flatMap(({ hostId, macs }) => macs.map((mac) => ({ mac, hostId }))),
    wireAgeMs: 400,
    wireAskedBy: verdict.askers.map((asker) => asker.hostId),
    agents: [],
    tone: verdict.state === "many" ? "failed" : "ok",
    summary: message("topology.vip_ok", { address: "10.86.0.100", holder: "db1", answerer: "db1" }),
    wireVerdict: verdict,
  };
}

/** A picture of db1 alone, with that VIP. */
export function topologyWith(verdict: WireVerdict): Topology {
  return {
    clusterId: "00000000-0000-4000-8000-0000000000c1",
    clusterName: "orders",
    revision: 1,
    observedAt: "2026-11-21T10:00:00.000Z",
    isSinglePrimary: true,
    hasMajority: true,
    isWritable: true,
    primaryMemberId: null,
    tone: "ok",
    summary: message("topology.summary_unknown"),
    problems: [],
    hosts: [
      {
        hostId: holderId,
        name: "db1",
        address: "10.86.0.11",
        order: 0,
        nic: "eth0",
        mac: holderMac,
        condition: "ok",
        evidence: [],
        agentState: "answering",
        agentVersion: "0.1.0",
        clockOffsetMs: 0,
        ageMs: 100,
        isStale: false,
        tone: "ok",
        members: [],
      },
    ],
    vips: [vipWith(verdict)],
    eventCursor: 1,
  };
}
