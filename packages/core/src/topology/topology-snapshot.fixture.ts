import type { AgentStatus, MemberView, MysqlStatus, VipStatus } from "@primacy/contract/agent";
import type { AgentSight, TopologySnapshot, WireSight } from "./snapshot";

/** A healthy cluster of three for tests: db1 is the primary and holds the VIP; everything was heard just now. */
export const vipId = "00000000-0000-4000-8000-0000000000aa";
export const vipAddress = "10.77.0.100";
export const nowMs = 100_000;

export function idOf(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

export function macOf(n: number): string {
  return `02:00:00:00:00:1${n}`;
}

export function rows(states: readonly string[] = ["ONLINE", "ONLINE", "ONLINE"], primary = 1): MemberView[] {
  return states.flatMap((state, index) =>
    state === ""
      ? []
      : [
          {
            serverUuid: idOf(index + 1),
            host: `10.77.0.1${index + 1}`,
            port: 3306,
            state,
            role: index + 1 === primary ? "PRIMARY" : "SECONDARY",
            version: "9.7.4",
          },
        ],
  );
}

export function mysqlOf(n: number, change: Partial<MysqlStatus> = {}): MysqlStatus {
  return {
    reach: "up",
    error: null,
    observedMonotonicMs: 50_000,
    serverUuid: idOf(n),
    version: "9.7.4",
    memberState: "ONLINE",
    memberRole: n === 1 ? "PRIMARY" : "SECONDARY",
    viewId: "1:1",
    isSinglePrimary: true,
    isSuperReadOnly: n !== 1,
    isOfflineMode: false,
    members: rows(),
    certifyQueue: 0,
    applyQueue: 0,
    appliedLagMs: 0,
    gtidExecuted: "",
    ...change,
  };
}

export function vipStatusOf(isBound: boolean, change: Partial<VipStatus> = {}): VipStatus {
  return {
    vipId,
    address: vipAddress,
    nic: "eth0",
    state: isBound ? "HOLDING" : "STANDBY",
    maintenance: "none",
    isBound,
    boundSinceMonotonicMs: isBound ? 1_000 : null,
    leaseEndsMonotonicMs: isBound ? 52_000 : null,
    evidenceAgeMs: isBound ? 100 : null,
    isGateOpen: isBound,
    lastProofs: [],
    reasons: [],
    transitions: [],
    ...change,
  };
}

export function statusOf(n: number, change: Partial<AgentStatus> = {}): AgentStatus {
  const isHolder = n === 1;
  return {
    protocol: 2,
    agentVersion: "0.1.0",
    hostId: idOf(n),
    seq: 1,
    clock: { bootId: "b", monotonicMs: 50_000, wallMs: 0 },
    startedMonotonicMs: 0,
    clusterId: idOf(9),
    epoch: 2,
    documentHash: "h",
    certificateExpiresAt: null,
    hasRstGate: true,
    warnings: [],
    nics: [
      {
        name: "eth0",
        mac: macOf(n),
        isUp: true,
        hasCarrier: true,
        addresses: [
          { address: `10.77.0.1${n}`, prefixLength: 24, label: "eth0", validSeconds: null },
          ...(isHolder
            ? [{ address: vipAddress, prefixLength: 32, label: "eth0:pv0", validSeconds: 2 }]
            : []),
        ],
      },
    ],
    mysql: mysqlOf(n),
    vips: [vipStatusOf(isHolder)],
    wire: [],
    peers: [1, 2, 3]
      .filter((peer) => peer !== n)
      .map((peer) => ({
        hostId: idOf(peer),
        isHostAnswering: true,
        hostAskedMonotonicMs: 49_500,
        isAgentAnswering: true,
        agentAskedMonotonicMs: 49_500,
        agentRttMs: 1,
      })),
    residentBytes: 1,
    permitEpoch: 2,
    ...change,
  };
}

export function sightOf(n: number, change: Partial<AgentStatus> = {}, ageMs = 100): AgentSight {
  return {
    hostId: idOf(n),
    status: statusOf(n, change),
    receivedAtMs: nowMs - ageMs,
    clockOffsetMs: 0,
    claimsPrimarySinceMs: null,
  };
}

export function wireOf(asker: number, answerer: number, ageMs: number): WireSight {
  return { hostId: idOf(asker), vipId, askedAtMs: nowMs - ageMs, macs: [macOf(answerer)] };
}

export function snapshotWith(change: Partial<TopologySnapshot> = {}): TopologySnapshot {
  return {
    clusterId: idOf(9),
    clusterName: "main",
    epoch: 2,
    nowMs,
    observedAt: "2026-11-21T10:00:00.000Z",
    members: [1, 2, 3].map((n) => ({
      memberId: idOf(n),
      serverUuid: idOf(n),
      address: `10.77.0.1${n}`,
      port: 3306,
      hostId: idOf(n),
    })),
    hosts: [3, 1, 2].map((n) => ({
      hostId: idOf(n),
      name: `db${n}`,
      address: `10.77.0.1${n}`,
      agentState: "answering" as const,
      agentVersion: "0.1.0",
      macs: [],
    })),
    vips: [{ vipId, kind: "write", address: vipAddress, prefixLength: 24, port: 3306, isEnabled: true }],
    agents: [sightOf(1), sightOf(2), sightOf(3)],
    ssh: [],
    servers: [],
    wire: [wireOf(2, 1, 900), wireOf(3, 1, 400)],
    ...change,
  };
}
