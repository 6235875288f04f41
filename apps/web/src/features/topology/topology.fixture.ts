import {
  message,
  messageWith,
  type ReadVipPolicy,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  type TopologyVip,
} from "@primacy/contract";
import { holderMac, oneOwner, topologyWith, vipWith } from "./wire.fixture";

/** The hosts of the pictures below, by name. */
export const hostIds = { db1: idOf(1), db2: idOf(2), db3: idOf(3) } as const;

/** A second Ethernet address of db1. */
export const secondMac = "02:56:00:00:00:21";

/** A picture whose agents are all heard and whose VIP db1 holds and answers for. */
export const calm: Topology = {
  ...topologyWith(oneOwner),
  primaryMemberId: hostIds.db1,
  hosts: [
    {
      ...hostOf(1),
      members: [
        {
          ...memberOf(1),
          role: "PRIMARY",
          roleSince: { role: "PRIMARY", at: "2026-11-21T10:02:41.350Z", after: "2026-11-21T10:02:41.100Z" },
          appliedLagMs: null,
        },
      ],
    },
    hostOf(2),
    hostOf(3),
  ],
};

/** The picture with another VIP in the place of its own. */
export function withVip(change: Partial<Topology["vips"][number]>, of: Topology = calm): Topology {
  return { ...of, vips: [{ ...vipWith(oneOwner), ...change }] };
}

/** The picture with one host changed. */
export function withHost(hostId: string, change: Partial<TopologyHost>, of: Topology = calm): Topology {
  return { ...of, hosts: of.hosts.map((host) => (host.hostId === hostId ? { ...host, ...change } : host)) };
}

/** The console cannot reach the agent of db1, which holds; the wire still answers. */
export const cutOff: Topology = withVip(
  {
    kernelHostIds: [],
    tone: "warning",
    summary: message("topology.vip_answered_unheard", { address: "10.86.0.100", answerer: "db1" }),
  },
  withHost(hostIds.db1, {
    condition: "unknown",
    tone: "unknown",
    isStale: true,
    ageMs: 14_000,
    agentState: "silent",
  }),
);

/** Nobody could ask the wire, though every agent is heard. */
export const unasked: Topology = withVip({
  wire: [],
  wireAgeMs: null,
  wireAskedBy: [],
  wireVerdict: { ...oneOwner, state: "unknown", owners: [], askers: [], isRightful: null },
});

/** The VIP of the pictures, and two for reads: db2 holds and answers for one, and db1 stands in for the other. */
export const reads: Topology = {
  ...calm,
  vips: [
    ...calm.vips.map(agentsOf),
    agentsOf(readVip(101, 2, "to_another_secondary", "topology.vip_ok")),
    agentsOf(readVip(102, 1, "to_primary", "topology.read_vip_stands_in")),
  ],
};

/** No VIP is configured. */
export const bare: Topology = { ...calm, vips: [] };

/** The server of db1, the primary, is dead, and its group has not noticed. */
export const fallen: Topology = withVip(
  {
    kernelHostIds: [],
    wire: [],
    wireVerdict: { ...oneOwner, state: "none", owners: [], isRightful: null },
    tone: "failed",
    summary: message("topology.vip_nobody", { address: "10.86.0.100" }),
  },
  {
    ...withHost(hostIds.db1, {
      condition: "database_dead",
      tone: "failed",
      evidence: [
        messageWith(
          "topology.database_down",
          {},
          { error: message("network.nothing_listens", { place: "10.86.0.11:3306" }) },
        ),
      ],
      members: [
        {
          ...memberOf(1),
          role: "PRIMARY",
          saidBy: ["db2", "db3"],
          server: "down",
          lostSince: "2026-11-21T10:03:07.412Z",
          tone: "warning",
          appliedLagMs: null,
          applyQueue: null,
        },
      ],
    }),
    tone: "failed",
    isWritable: false,
  },
);

/** Something of everything: a paused VIP, two cards that answer, a silent agent, a host without a member and a member without a host. */
export const motley: Topology = withVip(
  {
    port: 6446,
    paused: { hostId: hostIds.db1, since: "2026-11-21T10:00:00.000Z" },
    tone: "warning",
    wire: [
      { mac: holderMac, hostId: hostIds.db1 },
      { mac: secondMac, hostId: hostIds.db1 },
    ],
    wireVerdict: {
      ...oneOwner,
      owners: oneOwner.owners.map((one) => ({ ...one, macs: [holderMac, secondMac] })),
    },
    summary: message("topology.vip_paused", { address: "10.86.0.100", holder: "db1" }),
  },
  {
    ...calm,
    hosts: [
      ...calm.hosts.slice(0, 1),
      {
        ...hostOf(2),
        nic: "bond0.86",
        members: [
          {
            ...memberOf(2),
            applyQueue: 1204,
            appliedLagMs: 6540,
            roleSince: {
              role: "SECONDARY",
              at: "2026-11-21T10:25:30.000Z",
              after: "2026-11-21T10:10:00.000Z",
            },
          },
        ],
      },
      {
        ...hostOf(3),
        condition: "agent_dead",
        tone: "warning",
        agentState: "silent",
        isStale: true,
        ageMs: 21_600,
        members: [{ ...memberOf(3), applyQueue: null, appliedLagMs: null, ageMs: 310 }],
      },
      { ...hostOf(4), agentVersion: "0.2.0", members: [] },
      {
        ...hostOf(5),
        hostId: null,
        name: "10.86.0.15",
        nic: null,
        mac: null,
        condition: "no_agent",
        tone: "warning",
        agentState: "none",
        agentVersion: null,
        ageMs: null,
        isStale: true,
        members: [{ ...memberOf(5), port: 3307, state: "RECOVERING", tone: "busy", version: null }],
      },
    ],
  },
);

/** db1's is `holderId`, as the wire of the VIP names it. */
function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function macOf(number: number): string {
  return `02:56:00:00:00:1${number}`;
}

function readVip(
  last: number,
  holder: number,
  policy: ReadVipPolicy,
  code: "topology.vip_ok" | "topology.read_vip_stands_in",
): TopologyVip {
  const { owners, ...verdict } = oneOwner;
  const [hostId, mac, name] = [idOf(holder), macOf(holder), `db${holder}`];
  const address = `10.86.0.${last}`;
  return {
    ...vipWith(oneOwner),
    vipId: idOf(last),
    kind: "read",
    reads: { policy, maxLagSeconds: 10 },
    address,
    believedHostId: hostId,
    kernelHostIds: [hostId],
    wire: [{ mac, hostId }],
    wireVerdict: {
      ...verdict,
      owners: owners.map((owner) => ({ ...owner, hostId, name, macs: [mac], seenBy: ["app1"] })),
      askers: verdict.askers.map((asker) => ({ ...asker, macs: [mac] })),
    },
    summary: message(code, { address, holder: name, answerer: name }),
  };
}

/** The same with what the agents of the three hosts say of it. */
function agentsOf(vip: TopologyVip): TopologyVip {
  const agents = Object.values(hostIds).map((hostId) => {
    const isBound = vip.kernelHostIds.includes(hostId);
    const state = isBound ? ("HOLDING" as const) : ("STANDBY" as const);
    return { hostId, state, isBound, reasons: [], lastProofs: [] };
  });
  return { ...vip, agents };
}

function hostOf(number: number): TopologyHost {
  return {
    hostId: idOf(number),
    name: `db${number}`,
    address: `10.86.0.1${number}`,
    order: number - 1,
    nic: "eth0",
    mac: macOf(number),
    condition: "ok",
    evidence: [],
    agentState: "answering",
    agentVersion: "0.1.0",
    clockOffsetMs: 0,
    ageMs: 100 + number,
    isStale: false,
    tone: "ok",
    members: [memberOf(number)],
  };
}

function memberOf(number: number): TopologyMember {
  return {
    memberId: idOf(20 + number),
    serverUuid: idOf(40 + number),
    address: `10.86.0.1${number}`,
    port: 3306,
    role: "SECONDARY",
    state: "ONLINE",
    ...{ saidBy: [], server: "answers", lostSince: null, roleSince: null, differing: [] },
    version: "8.4.6",
    isReadOnly: number !== 1,
    certifyQueue: 0,
    applyQueue: number,
    appliedLagMs: 40 + number,
    disagreements: [],
    ageMs: 200 + number,
    isStale: false,
    tone: "ok",
  };
}
