import { z } from "zod";
import { MemberRole, MemberState } from "../cluster/cluster";
import { AgentState } from "../host/host";
import { Message } from "../message/schema";
import { Id, Instant, Tone } from "../primitives/scalar";
import { ReadVipRules, ReleaseProof, VipAgentState, VipKind, VipPause, VipProvider } from "../vip/vip";
import { WireVerdict } from "./wire";

/** How a host is, told apart by evidence: its agent answers; only its agent is silent; nobody gets an ARP answer from it and SSH fails; its database does not answer. */
export const HostCondition = z.enum([
  "ok",
  "agent_dead",
  "host_dead",
  "database_dead",
  "no_agent",
  "agent_outdated",
  "unknown",
]);
export type HostCondition = z.infer<typeof HostCondition>;

/**
 * What is known of a server itself, whatever its group says of it. `answers`: to its agent or to the console. `outside`: it
 * answers, and says itself that it is out of its group. `down`: nothing listens where it should. `silent`: who can reach its host
 * gets no answer from it, or its host is gone. `unknown`: nobody could ask it.
 */
export const ServerReach = z.enum(["answers", "outside", "down", "silent", "unknown"]);
export type ServerReach = z.infer<typeof ServerReach>;

/** The role that a member was last seen to have. The change to it lies between `after` and `at`. */
export const RoleSince = z.object({
  role: MemberRole,
  /** When it was first seen to have it; null: it has had it for as long as it has been watched. */
  at: Instant.nullable(),
  /** When it was last seen without it; null: nobody had seen it before. */
  after: Instant.nullable(),
});
export type RoleSince = z.infer<typeof RoleSince>;

/** Another server's view of a member where it is not what most of them say. `state` null: it does not list the member. */
export const DifferingView = z.object({
  /** The member whose view it is, by name. */
  observer: z.string(),
  state: z.string().nullable(),
  role: z.string().nullable(),
  /** Since when it has said something else, by the console's clock. */
  since: Instant,
});
export type DifferingView = z.infer<typeof DifferingView>;

/**
 * One member in the picture. `role` and `state` are what its group believes: `server` says whether there is evidence against
 * it. `ageMs` is how old the information is, by one clock; null when there never was any.
 */
export const TopologyMember = z.object({
  memberId: Id,
  serverUuid: Id,
  address: z.string(),
  port: z.number().int(),
  role: MemberRole.nullable(),
  state: MemberState.nullable(),
  /** The members, by name, whose word `role` and `state` are. */
  saidBy: z.array(z.string()),
  server: ServerReach,
  /** Since when it has not served its group, while `server` is `outside`, `down` or `silent`; null otherwise. */
  lostSince: Instant.nullable(),
  roleSince: RoleSince.nullable(),
  version: z.string().nullable(),
  isReadOnly: z.boolean().nullable(),
  certifyQueue: z.number().int().nullable(),
  applyQueue: z.number().int().nullable(),
  appliedLagMs: z.number().nullable(),
  /** Who has said something else of it for longer than a change of the group takes to be known everywhere, in words. */
  disagreements: z.array(Message),
  /** Everybody who says something else of it now. */
  differing: z.array(DifferingView),
  ageMs: z.number().nullable(),
  isStale: z.boolean(),
  tone: Tone,
});
export type TopologyMember = z.infer<typeof TopologyMember>;

/** One host in the picture with its agent and members. Position is by `order` and never changes with state. */
export const TopologyHost = z.object({
  hostId: Id.nullable(),
  name: z.string(),
  address: z.string(),
  order: z.number().int(),
  nic: z.string().nullable(),
  mac: z.string().nullable(),
  condition: HostCondition,
  evidence: z.array(Message),
  agentState: AgentState,
  agentVersion: z.string().nullable(),
  clockOffsetMs: z.number().nullable(),
  ageMs: z.number().nullable(),
  isStale: z.boolean(),
  tone: Tone,
  members: z.array(TopologyMember),
});
export type TopologyHost = z.infer<typeof TopologyHost>;

/** A member whose plugin is not as planned for a VIP. `message` says how, and what to do. */
export const PluginDrift = z.object({ memberId: Id, name: z.string(), message: Message });
export type PluginDrift = z.infer<typeof PluginDrift>;

/**
 * What the agent of a host does about an address that the plugin leaves behind. `unguarded`: nothing, though it is asked for. The message says
 * what it did or refused, and why; null while there was nothing to do. `sinceMs`: of the host's own clock, to tell one act from another.
 */
export const PluginGuardSight = z.object({
  hostId: Id,
  name: z.string(),
  state: z.enum(["watching", "unguarded", "released", "refused"]),
  sinceMs: z.number(),
  message: Message.nullable(),
  reason: Message.nullable(),
});
export type PluginGuardSight = z.infer<typeof PluginGuardSight>;

/** One VIP as three facts: what the database believes, what each kernel holds, what the wire answers. */
export const TopologyVip = z.object({
  vipId: Id,
  kind: VipKind,
  /** What moves it; absent: Primacy's agents. */
  provider: VipProvider.optional(),
  /** Of a read VIP: what it goes by. */
  reads: ReadVipRules.optional(),
  address: z.string(),
  prefixLength: z.number().int(),
  port: z.number().int(),
  isEnabled: z.boolean(),
  /** Where an operator paused it; absent: it follows the primary. */
  paused: VipPause.optional(),
  /** The holder refuses new connections while open ones end, of which it counted so many; absent: it lets them in. */
  draining: z.object({ connections: z.number().int().nullable() }).optional(),
  /** Where the address belongs: the host of the primary, and of a read VIP the host that the group's table names. */
  believedHostId: Id.nullable(),
  /** Hosts whose kernel holds the address now. More than one is an alarm. */
  kernelHostIds: z.array(Id),
  /** Ethernet addresses that answered for it, each with the host it belongs to (null: a stranger). */
  wire: z.array(z.object({ mac: z.string(), hostId: Id.nullable() })),
  wireAgeMs: z.number().nullable(),
  wireAskedBy: z.array(Id),
  /** What these answers come to. */
  wireVerdict: WireVerdict,
  agents: z.array(
    z.object({
      hostId: Id,
      state: VipAgentState,
      isBound: z.boolean(),
      reasons: z.array(Message),
      lastProofs: z.array(z.object({ hostId: Id, proof: ReleaseProof })),
      /** While it held: who else answered, and how often it announced itself again because of that. */
      contest: z
        .object({ macs: z.array(z.string()), announcements: z.number().int(), isOver: z.boolean() })
        .optional(),
    }),
  ),
  /** Where a plugin moves it; absent: every member is as planned, as far as it is known. */
  pluginDrifts: z.array(PluginDrift).optional(),
  /** Where a plugin moves it and the agents guard it: each member's host whose agent answers, as it stands. */
  pluginGuards: z.array(PluginGuardSight).optional(),
  tone: Tone,
  summary: Message,
});
export type TopologyVip = z.infer<typeof TopologyVip>;

/** The live picture of a cluster at `observedAt`. `revision` rises with each change. */
export const Topology = z.object({
  clusterId: Id,
  clusterName: z.string(),
  revision: z.number().int(),
  observedAt: Instant,
  isSinglePrimary: z.boolean().nullable(),
  hasMajority: z.boolean().nullable(),
  /** The primary, as the group says: its `server` may be lost already. */
  primaryMemberId: Id.nullable(),
  /**
   * Whether some member can take writes, by the evidence: false where there is no majority, no primary, or the primary's server
   * is lost; null where nobody knows.
   */
  isWritable: z.boolean().nullable(),
  tone: Tone,
  /** The state in a sentence, and further sentences for each problem. */
  summary: Message,
  problems: z.array(Message),
  hosts: z.array(TopologyHost),
  vips: z.array(TopologyVip),
  eventCursor: z.number().int(),
});
export type Topology = z.infer<typeof Topology>;
