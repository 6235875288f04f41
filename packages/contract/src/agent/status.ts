import { z } from "zod";
import { Message } from "../message/schema";
import { MacAddress, NicName, VipAddress } from "../primitives/address";
import { Id, MonotonicMs } from "../primitives/scalar";
import { ReleaseProof, VipAgentState } from "../vip/vip";
import { MaintenanceMode } from "./document";
import { VipDraining } from "./drain";
import { HostOperatorSummary } from "./host-operator";
import { GuardStatus } from "./plugin-guard";
import { ReportedMessage } from "./reported-message";

/** The clock of one host, so that the console can place its instants. Ages never compare two hosts' wall clocks. */
export const AgentClock = z.object({ bootId: z.string(), monotonicMs: MonotonicMs, wallMs: z.number() });
export type AgentClock = z.infer<typeof AgentClock>;

/**
 * One address in the kernel; `validSeconds` is null for a permanent one. IPv6 addresses have no labels: where one carries the
 * agent's mark, `label` is what the agent would call an IPv4 address of its own.
 */
export const KernelAddress = z.object({
  address: z.string(),
  prefixLength: z.number().int(),
  label: z.string().nullable(),
  validSeconds: z.number().nullable(),
});
export type KernelAddress = z.infer<typeof KernelAddress>;

/** One interface as the kernel reports it. */
export const NicStatus = z.object({
  name: NicName,
  mac: MacAddress.nullable(),
  isUp: z.boolean(),
  hasCarrier: z.boolean(),
  addresses: z.array(KernelAddress),
});
export type NicStatus = z.infer<typeof NicStatus>;

/** Why the agent cannot tell what its database is: in words, never a guess. */
export const MysqlReach = z.enum(["up", "down", "denied", "unconfigured"]);
export type MysqlReach = z.infer<typeof MysqlReach>;

/** One row of `performance_schema.replication_group_members`, as this server believes it. */
export const MemberView = z.object({
  serverUuid: z.string(),
  host: z.string(),
  port: z.number().int(),
  state: z.string(),
  role: z.string(),
  version: z.string(),
});
export type MemberView = z.infer<typeof MemberView>;

/** What the local MySQL server says; a belief, not a proof. */
export const MysqlStatus = z.object({
  reach: MysqlReach,
  error: ReportedMessage.nullable(),
  observedMonotonicMs: MonotonicMs,
  serverUuid: z.string().nullable(),
  version: z.string().nullable(),
  memberState: z.string().nullable(),
  memberRole: z.string().nullable(),
  viewId: z.string().nullable(),
  isSinglePrimary: z.boolean().nullable(),
  isSuperReadOnly: z.boolean().nullable(),
  isOfflineMode: z.boolean().nullable(),
  members: z.array(MemberView),
  certifyQueue: z.number().int().nullable(),
  applyQueue: z.number().int().nullable(),
  appliedLagMs: z.number().nullable(),
  gtidExecuted: z.string().nullable(),
});
export type MysqlStatus = z.infer<typeof MysqlStatus>;

/** One step in the life of a VIP on one host: from which state to which, why, and by which proof. */
export const VipTransition = z.object({
  seq: z.number().int(),
  atMonotonicMs: MonotonicMs,
  from: VipAgentState,
  to: VipAgentState,
  reason: Message,
  proofs: z.array(z.object({ hostId: Id, proof: ReleaseProof })),
});
export type VipTransition = z.infer<typeof VipTransition>;

/** A second owner of an address that this host holds, found by its own question, and what was done about it. */
export const VipContest = z.object({
  /** Everyone else who answered. */
  macs: z.array(MacAddress),
  sinceMonotonicMs: MonotonicMs,
  /** When the newest answer of another was asked for. */
  seenMonotonicMs: MonotonicMs,
  /** Null while it lasts. */
  endedMonotonicMs: MonotonicMs.nullable(),
  /** How often the holder announced itself meanwhile. */
  announcements: z.number().int(),
  /** Hosts that were asked to let go. */
  askedHostIds: z.array(Id),
});
export type VipContest = z.infer<typeof VipContest>;

/** One VIP on this host: what the machine decided, what the kernel holds, and every reason why it does not hold. */
export const VipStatus = z.object({
  vipId: Id,
  address: VipAddress,
  nic: NicName,
  state: VipAgentState,
  maintenance: MaintenanceMode,
  isBound: z.boolean(),
  boundSinceMonotonicMs: MonotonicMs.nullable(),
  leaseEndsMonotonicMs: MonotonicMs.nullable(),
  evidenceAgeMs: z.number().nullable(),
  isGateOpen: z.boolean(),
  lastProofs: z.array(z.object({ hostId: Id, proof: ReleaseProof })),
  reasons: z.array(Message),
  transitions: z.array(VipTransition),
  /** The newest contest of the present hold; absent where there was none. */
  contest: VipContest.optional(),
  /** Absent: new connections get in. */
  draining: VipDraining.optional(),
  /** Of a read VIP: the host that this host's copy of the group's table names (null: none). Absent: not read. */
  assignedHostId: Id.nullable().optional(),
});
export type VipStatus = z.infer<typeof VipStatus>;

/** Who else answered for an address on the wire when this host asked. A holder tells of it as a contest instead. */
export const WireAnswer = z.object({
  vipId: Id,
  address: VipAddress,
  askedMonotonicMs: MonotonicMs,
  macs: z.array(MacAddress),
});
export type WireAnswer = z.infer<typeof WireAnswer>;

/** What this host knows of a peer: does its kernel answer ARP, does its agent answer. Null: not asked yet. */
export const PeerReach = z.object({
  hostId: Id,
  isHostAnswering: z.boolean().nullable(),
  hostAskedMonotonicMs: MonotonicMs.nullable(),
  isAgentAnswering: z.boolean().nullable(),
  agentAskedMonotonicMs: MonotonicMs.nullable(),
  agentRttMs: z.number().nullable(),
});
export type PeerReach = z.infer<typeof PeerReach>;

/** Everything an agent knows of its host, at `clock.monotonicMs`. Frames of the stream carry the whole of it. */
export const AgentStatus = z.object({
  protocol: z.number().int(),
  agentVersion: z.string(),
  hostId: Id,
  seq: z.number().int(),
  clock: AgentClock,
  startedMonotonicMs: MonotonicMs,
  clusterId: Id.nullable(),
  epoch: z.number().int().nullable(),
  documentHash: z.string().nullable(),
  certificateExpiresAt: z.string().nullable(),
  hasRstGate: z.boolean(),
  warnings: z.array(Message),
  nics: z.array(NicStatus),
  mysql: MysqlStatus,
  vips: z.array(VipStatus),
  wire: z.array(WireAnswer),
  peers: z.array(PeerReach),
  residentBytes: z.number().int(),
  /** The epoch of the permit that the host keeps of this cluster; null where it keeps none. */
  permitEpoch: z.number().int().nullable(),
  /** Absent: nothing is known of it yet. */
  operator: HostOperatorSummary.optional(),
  /** The plugin's addresses that this host guards; absent: none. */
  guards: z.array(GuardStatus).optional(),
});
export type AgentStatus = z.infer<typeof AgentStatus>;
