import { z } from "zod";
import { NicName, Port, PrefixLength, VipAddress } from "../primitives/address";
import { Id, Instant, PlainText, Sha256 } from "../primitives/scalar";
import { refuseUnsafeTimings } from "./timing-rules";

/** What moves a VIP: Primacy's own agents, or the plugin of GreatSQL and GreatDB. */
export const VipProvider = z.enum(["agent", "greatdb_ha"]);
export type VipProvider = z.infer<typeof VipProvider>;

/** A write VIP follows the primary; read VIPs are spread over the secondaries. There may be many of either. */
export const VipKind = z.enum(["write", "read"]);
export type VipKind = z.infer<typeof VipKind>;

/** The states of the agent's machine for one VIP (one word each, the same in code, API, UI and docs). */
export const VipAgentState = z.enum([
  "INIT",
  "STANDBY",
  "PROVING",
  "HOLDING",
  "RELEASING",
  "CONFLICT",
  "BLOCKED",
  "MAINT",
  "DISABLED",
]);
export type VipAgentState = z.infer<typeof VipAgentState>;

/**
 * How it was known that a peer did not hold the address: R1 it said so, R2 no other server of the group had heard its
 * server for long enough, R3 enough time had passed, R4 an operator had signed that its host was off.
 */
export const ReleaseProof = z.enum(["R1", "R2", "R3", "R4"]);
export type ReleaseProof = z.infer<typeof ReleaseProof>;

/** The timings of the VIP loop, in milliseconds; equal on all agents of a cluster. See docs/vip.md for each. */
export const VipTimings = z
  .strictObject({
    pollMs: z.number().int().min(50).max(5_000),
    rolePollMs: z.number().int().min(10).max(5_000),
    probeDeadlineMs: z.number().int().min(100).max(10_000),
    evidenceMaxAgeMs: z.number().int().min(50).max(10_000),
    actMs: z.number().int().min(10).max(5_000),
    releaseAfterMs: z.number().int().min(200).max(30_000),
    leaseSeconds: z.number().int().min(1).max(5),
    /** Kernels were measured to remove an expired address up to 1.02 s late. */
    kernelSlackMs: z.number().int().min(1_050).max(5_000),
    proofGuardMs: z.number().int().min(50).max(5_000),
    rpcTimeoutMs: z.number().int().min(50).max(5_000),
    cooldownMs: z.number().int().min(0).max(60_000),
    tombstoneSeconds: z.number().int().min(1).max(600),
    strangerMaxAgeMs: z.number().int().min(1_000).max(60_000),
  })
  .superRefine(refuseUnsafeTimings);
export type VipTimings = z.infer<typeof VipTimings>;

/** The measured defaults (profile `fast`). */
export const defaultVipTimings: VipTimings = {
  pollMs: 250,
  rolePollMs: 300,
  probeDeadlineMs: 1_000,
  evidenceMaxAgeMs: 400,
  actMs: 100,
  releaseAfterMs: 1_500,
  leaseSeconds: 2,
  kernelSlackMs: 1_050,
  proofGuardMs: 250,
  rpcTimeoutMs: 300,
  cooldownMs: 400,
  tombstoneSeconds: 60,
  strangerMaxAgeMs: 5_000,
};

/**
 * What becomes of connections through an address when a host lets go of it. `cut`: they are ended at once with a reset, so
 * that clients connect to the new holder. `leave`: they are let be. Those live on where the same host has the address again
 * before they time out; what goes to another host is reset there at its next packet, and an idle client notices late.
 */
export const ConnectionPolicy = z.enum(["cut", "leave"]);
export type ConnectionPolicy = z.infer<typeof ConnectionPolicy>;

/**
 * Who stands in for a secondary that cannot hold its read VIPs: the primary until it is back, or the other secondaries
 * (the primary where there are none). Named after `greatdb_ha_mgr_read_vip_floating_type` of GreatSQL and GreatDB.
 */
export const ReadVipPolicy = z.enum(["to_primary", "to_another_secondary"]);
export type ReadVipPolicy = z.infer<typeof ReadVipPolicy>;

/** What a read VIP goes by: who stands in, and how far behind a secondary may be that holds it. */
export const ReadVipRules = z.strictObject({
  policy: ReadVipPolicy.default("to_another_secondary"),
  /** A secondary gets the VIP back when it is behind by half of this at most. */
  maxLagSeconds: z.number().int().min(1).max(3_600).default(10),
  /** The secondary that has the VIP while it may hold it, whatever that does to the spread. Absent: it is where it falls to. */
  preferredHostId: Id.optional(),
});
export type ReadVipRules = z.infer<typeof ReadVipRules>;

/** What changes of that: absent, it stays as it is; a preferred host of null is none any more. */
export const ReadVipRulesChange = z.strictObject({
  policy: ReadVipRules.shape.policy.unwrap().optional(),
  maxLagSeconds: ReadVipRules.shape.maxLagSeconds.unwrap().optional(),
  preferredHostId: Id.nullable().optional(),
});
export type ReadVipRulesChange = z.infer<typeof ReadVipRulesChange>;

/** The change after which exactly these rules are in force, whatever was before. */
export function toRulesChange({ preferredHostId, ...rules }: ReadVipRules): ReadVipRulesChange {
  return { ...rules, preferredHostId: preferredHostId ?? null };
}

/**
 * That a plugin's VIP is applied with a restart of each member's server, one at a time and the primary last, after a switchover. `limitSeconds`: so
 * long a member may take until it is ONLINE again and has caught up.
 */
export const PluginRestarts = z.strictObject({
  limitSeconds: z.number().int().min(30).max(900).default(300),
});
export type PluginRestarts = z.infer<typeof PluginRestarts>;

/** What an operator asks for: the body of check, plan and apply. Whether the prefix length fits the address is asked apart. */
export const VipRequest = z.strictObject({
  provider: VipProvider.default("agent"),
  kind: VipKind.default("write"),
  address: VipAddress,
  prefixLength: PrefixLength,
  port: Port.default(3306),
  /** Interface per host; what is absent is detected from the member's own address. */
  nics: z.record(Id, NicName).default({}),
  onRelease: ConnectionPolicy.default("cut"),
  /** Of a read VIP; absent: the defaults. */
  reads: ReadVipRules.optional(),
  /** Of the provider `greatdb_ha`; absent: no server is restarted. */
  restarts: PluginRestarts.optional(),
  /** Of the provider `greatdb_ha`: the agents release the address where the plugin left it behind. Absent: nobody does. */
  guard: z.boolean().optional(),
  /** Of the provider `greatdb_ha`: the uploaded library that hosts get which lack one, by its hash; absent: none gets one. */
  library: Sha256.optional(),
});
export type VipRequest = z.infer<typeof VipRequest>;

/**
 * How proxies that clients use beside a VIP find the primary: their own settings, which Primacy neither reads nor changes.
 * What is absent of HAProxy is as it is by default; without any of its three nothing is known of one.
 */
export const ProxyTimings = z.strictObject({
  /** `ttl` of MySQL Router's `[metadata_cache]`, in seconds. */
  routerTtlSeconds: z.number().min(0).max(3_600).optional(),
  /** `inter` of HAProxy's servers, in milliseconds. */
  haproxyInterMs: z.number().int().min(10).max(600_000).optional(),
  /** After so many good checks HAProxy uses a server. */
  haproxyRise: z.number().int().min(1).max(100).optional(),
  /** After so many bad checks HAProxy gives a server up. */
  haproxyFall: z.number().int().min(1).max(100).optional(),
});
export type ProxyTimings = z.infer<typeof ProxyTimings>;

/**
 * The same as a question. With `vipId`, the plan is the change of that VIP, enabled, to what is asked for. With `proxies`, it
 * is also said how long writes through them would stop; they are used for nothing else, and nothing is said of a read VIP.
 */
export const VipCheckRequest = VipRequest.extend({
  vipId: Id.optional(),
  proxies: ProxyTimings.optional(),
});
export type VipCheckRequest = z.infer<typeof VipCheckRequest>;

const changedFields = z.strictObject({
  address: VipAddress.optional(),
  prefixLength: PrefixLength.optional(),
  port: Port.optional(),
  nics: z.record(Id, NicName).optional(),
  enabled: z.boolean().optional(),
  onRelease: ConnectionPolicy.optional(),
  reads: ReadVipRulesChange.optional(),
});

/** A change to a VIP that exists; absent fields stay as they are. */
export const VipChange = changedFields.refine((change) => Object.keys(change).length > 0, {
  error: "change_empty",
});
export type VipChange = z.infer<typeof VipChange>;

/** The fields of such an order, each of which may be absent. */
export const VipOrderFields = changedFields.extend({ confirm: PlainText.optional() });

/** Orders a change: clients may lose the address they use, so that it repeats the cluster's name in `confirm`. */
export const VipChangeOrder = changedFields
  .extend({ confirm: PlainText })
  .refine((order) => Object.keys(order).some((name) => name !== "confirm"), {
    error: "change_empty",
    // Told together with a `confirm` that is missing.
    when: ({ value }) => typeof value === "object" && value !== null,
  });
export type VipChangeOrder = z.infer<typeof VipChangeOrder>;

/** Lets one host let go of a VIP and stay without it; `confirm` is the cluster's name. */
export const VipRelease = z.strictObject({ hostId: Id, confirm: PlainText });
export type VipRelease = z.infer<typeof VipRelease>;

/**
 * With a host: lets one that was told to stay without a VIP take it again when it may. Without: the VIP itself, which
 * was paused, goes where it belongs again.
 */
export const VipResume = z.strictObject({ hostId: Id.optional() });
export type VipResume = z.infer<typeof VipResume>;

/** Has the plugin that moves a VIP begin anew with it. */
export const VipRebind = z.strictObject({});
export type VipRebind = z.infer<typeof VipRebind>;

/** Asks what the removal of a VIP would do. */
export const VipRemovalQuestion = z.strictObject({});
export type VipRemovalQuestion = z.infer<typeof VipRemovalQuestion>;

/** A VIP that an operator paused: no host takes it but `hostId`, where it stays (null: nobody held it then). */
export const VipPause = z.object({ hostId: Id.nullable(), since: Instant });
export type VipPause = z.infer<typeof VipPause>;

/** A change as it is stored. `paused` null ends the pause; what is absent stays as it is. */
export const StoredVipChange = changedFields.extend({
  paused: VipPause.nullable().optional(),
  provider: VipProvider.optional(),
  guard: z.boolean().optional(),
});
export type StoredVipChange = z.infer<typeof StoredVipChange>;

/** A VIP as it is wanted and as its configuration stands. Who holds it is in the topology. */
export const Vip = z.object({
  id: Id,
  clusterId: Id,
  provider: VipProvider,
  kind: VipKind,
  address: VipAddress,
  prefixLength: PrefixLength,
  port: Port,
  nics: z.record(Id, NicName),
  onRelease: ConnectionPolicy,
  /** Of a read VIP; absent on a write VIP. */
  reads: ReadVipRules.optional(),
  /** The agents release the address where the plugin left it behind. Absent: nobody does. */
  guard: z.boolean().optional(),
  enabled: z.boolean(),
  /** Absent: it goes where it belongs. */
  paused: VipPause.optional(),
  revision: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Vip = z.infer<typeof Vip>;
