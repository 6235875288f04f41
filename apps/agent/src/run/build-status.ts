import type { Message } from "@primacy/contract";
import type {
  AgentStatus,
  GuardStatus,
  HostOperatorSummary,
  VipDraining,
  VipStatus,
  WireAnswer,
} from "@primacy/contract/agent";
import { findMaintenance } from "@primacy/core/vip";
import { listNics } from "../checks/observe-host";
import { readClock } from "../clock/read-clock";
import { hashDocument } from "../store/judge-document";
import { describeMaintenance } from "../vip/plan-config";
import type { VipLoop } from "../vip/vip-loop";
import type { ClusterRuntime } from "./cluster-runtime";
import { listGuardWarnings } from "./part-warnings";
import { spokenProtocol } from "./version";

/** What a status says besides what the runtime knows. */
export interface StatusFacts {
  readonly agentVersion: string;
  readonly hostId: string;
  readonly bootId: string;
  readonly seq: number;
  readonly startedMs: number;
  readonly certificateExpiresAt: string;
  readonly warnings: readonly Message[];
  readonly hasRstGate: boolean;
  readonly permitEpoch: number | null;
  /** Null before the first look. */
  readonly operator: HostOperatorSummary | null;
  /** Null: nothing is guarded. */
  readonly guards: readonly GuardStatus[] | null;
}

/** Everything the agent knows of its host, now. */
export function buildStatus(runtime: ClusterRuntime, facts: StatusFacts): AgentStatus {
  const { document } = runtime;
  return {
    protocol: spokenProtocol,
    agentVersion: facts.agentVersion,
    hostId: facts.hostId,
    seq: facts.seq,
    clock: readClock(facts.bootId),
    startedMonotonicMs: facts.startedMs,
    clusterId: document?.clusterId ?? null,
    epoch: document?.epoch ?? null,
    documentHash: document === null ? null : hashDocument(document),
    certificateExpiresAt: facts.certificateExpiresAt,
    hasRstGate: facts.hasRstGate,
    warnings: [
      ...facts.warnings,
      ...runtime.peerDocuments.listWarnings(document),
      ...listGuardWarnings(facts.guards ?? []),
    ],
    nics: listNics(runtime.host.latest),
    mysql: runtime.mysql,
    vips: runtime.loops.map((loop) => ({
      ...buildVipStatus(loop, runtime.drains.find(loop), facts.hasRstGate),
      ...describeAssignment(loop, runtime),
    })),
    wire: listWire(runtime),
    peers: runtime.listPeerReach(),
    residentBytes: process.memoryUsage.rss(),
    permitEpoch: facts.permitEpoch,
    ...(facts.operator === null ? {} : { operator: facts.operator }),
    ...(facts.guards === null ? {} : { guards: [...facts.guards] }),
  };
}

function buildVipStatus(loop: VipLoop, draining: VipDraining | null, hasGate: boolean): VipStatus {
  const { state } = loop;
  const { phase, config, kernel } = state;
  const { explanation, reasons } = loop.explain();
  const holding = phase.status === "HOLDING" ? phase : null;
  return {
    vipId: config.vipId,
    address: config.target.address,
    nic: config.target.nic,
    state: phase.status,
    maintenance: describeMaintenance(findMaintenance(state)),
    isBound: kernel?.kind === "own",
    boundSinceMonotonicMs: holding?.sinceMs ?? null,
    leaseEndsMonotonicMs: holding?.leaseEndsAtMs ?? null,
    evidenceAgeMs: explanation.evidenceAgeMs === null ? null : Math.max(0, explanation.evidenceAgeMs),
    isGateOpen: holding !== null && hasGate && config.policy.onRelease === "cut",
    lastProofs: [...loop.lastProofs],
    reasons: [...reasons],
    transitions: [...loop.transitions],
    ...(loop.contest === null ? {} : { contest: loop.contest }),
    ...(draining === null ? {} : { draining }),
  };
}

/** Of a read VIP: whom the group's table names, as this host's server has it. */
function describeAssignment(loop: VipLoop, { readVips }: ClusterRuntime): Pick<VipStatus, "assignedHostId"> {
  if (loop.state.config.right !== "assigned") {
    return {};
  }
  const assignedHostId = readVips.findAssigned(loop.vipId);
  return assignedHostId === undefined ? {} : { assignedHostId };
}

/** A host that holds an address does not say who else answers for it; its own state does. */
function listWire(runtime: ClusterRuntime): WireAnswer[] {
  return runtime.wire.filter((answer) => runtime.findLoop(answer.vipId)?.state.phase.status !== "HOLDING");
}
