import type { AgentStatus } from "@primacy/contract/agent";

/** What an agent that was never configured says, with `change`. */
export function statusOf(hostId: string, change: Partial<AgentStatus> = {}): AgentStatus {
  return {
    protocol: 2,
    agentVersion: "0.1.0",
    hostId,
    seq: 1,
    clock: { bootId: "boot-1", monotonicMs: 1, wallMs: 0 },
    startedMonotonicMs: 0,
    clusterId: null,
    epoch: null,
    documentHash: null,
    certificateExpiresAt: null,
    hasRstGate: true,
    warnings: [],
    nics: [],
    mysql: {
      reach: "unconfigured",
      error: null,
      observedMonotonicMs: 0,
      serverUuid: null,
      version: null,
      memberState: null,
      memberRole: null,
      viewId: null,
      isSinglePrimary: null,
      isSuperReadOnly: null,
      isOfflineMode: null,
      members: [],
      certifyQueue: null,
      applyQueue: null,
      appliedLagMs: null,
      gtidExecuted: null,
    },
    vips: [],
    wire: [],
    peers: [],
    residentBytes: 1,
    permitEpoch: change.epoch ?? null,
    ...change,
  };
}
