import { z } from "zod";
import { longestDrillWaitMs } from "../drill/drill";
import { Message } from "../message/schema";
import { PlanStep } from "../operation/plan";
import { HostAddress, Port } from "../primitives/address";
import { DisplayName, Id, Instant, PlainText, SecretText, StoredName, Tone } from "../primitives/scalar";

/** The kinds of replication topology; only group replication groups can be registered so far. */
export const ClusterKind = z.enum(["group_replication"]);
export type ClusterKind = z.infer<typeof ClusterKind>;

/** A state of a member as the server reports it. */
export const MemberState = z.enum(["ONLINE", "RECOVERING", "UNREACHABLE", "ERROR", "OFFLINE"]);
export type MemberState = z.infer<typeof MemberState>;

/** A role of a member as the server reports it. */
export const MemberRole = z.enum(["PRIMARY", "SECONDARY"]);
export type MemberRole = z.infer<typeof MemberRole>;

/** One member to start from, and administrator credentials that are used now and stored only if asked for. */
export const DiscoverRequest = z.strictObject({
  address: HostAddress,
  port: Port.default(3306),
  user: PlainText.min(1, { error: "required" }).max(32),
  password: SecretText,
});
export type DiscoverRequest = z.infer<typeof DiscoverRequest>;

/** A member that the seed named, and the host it was matched to; `problem` says why it could not be. */
export const DiscoveredMember = z.object({
  serverUuid: Id,
  reportHost: z.string(),
  port: Port,
  state: z.string(),
  role: z.string(),
  version: z.string(),
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
  problems: z.array(Message),
});
export type DiscoveredMember = z.infer<typeof DiscoveredMember>;

/** The result of `cluster.discover`: what is there, what does not match, and the SQL that registration would run. */
export const Discovery = z.object({
  groupName: z.string(),
  isSinglePrimary: z.boolean(),
  hasMajority: z.boolean(),
  members: z.array(DiscoveredMember),
  problems: z.array(Message),
  plan: z.array(PlanStep),
});
export type Discovery = z.infer<typeof Discovery>;

/** Registers a group: creates the accounts and schema shown by discovery. */
export const ClusterRegister = DiscoverRequest.extend({
  name: DisplayName,
  /** Keep the administrator credentials for later repair; otherwise they are forgotten after this. */
  keepCredentials: z.boolean().default(false),
});
export type ClusterRegister = z.infer<typeof ClusterRegister>;

/** How the members are discovered again. */
export const ClusterRefresh = z.strictObject({
  /** What a console that was restored from an older database has comes into force in the place of what agents hold. */
  overrule: z.boolean().default(false),
  /** The cluster's name; needed with `overrule`. */
  confirm: PlainText.optional(),
});
export type ClusterRefresh = z.infer<typeof ClusterRefresh>;

/** What may be changed of a cluster. */
export const ClusterChange = z.strictObject({
  name: DisplayName.optional(),
  /** See {@link Cluster}. */
  isProduction: z.boolean().optional(),
  /** See {@link Cluster}. */
  allowsDrills: z.boolean().optional(),
  /** See {@link Cluster}. */
  drillObjectiveMs: z.number().int().min(100).max(longestDrillWaitMs).optional(),
  revision: z.number().int().optional(),
});
export type ClusterChange = z.infer<typeof ClusterChange>;

/** A member as registered. Its live state is in the topology. */
export const Member = z.object({
  id: Id,
  clusterId: Id,
  serverUuid: Id,
  address: HostAddress,
  port: Port,
  hostId: Id.nullable(),
  hostName: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

/** A cluster with its state in one tone and one sentence. */
export const Cluster = z.object({
  id: Id,
  name: StoredName,
  kind: ClusterKind,
  groupName: z.string(),
  epoch: z.number().int(),
  /** People rely on it: no benchmark restarts its servers or drops the caches of its hosts. */
  isProduction: z.boolean(),
  /** Its operators may have failover drills kill its servers; off until an administrator allows it. */
  allowsDrills: z.boolean(),
  /** How long writes may stop in a drill that passes, where nobody says otherwise, in milliseconds. */
  drillObjectiveMs: z.number().int(),
  tone: Tone,
  summary: Message,
  members: z.array(Member),
  revision: z.number().int(),
  createdAt: Instant,
});
export type Cluster = z.infer<typeof Cluster>;

/** The fields that a list of clusters can be sorted by. */
export const ClusterSort = z.enum(["name", "createdAt"]);
export type ClusterSort = z.infer<typeof ClusterSort>;

/** A dangerous action repeats the cluster's name, and is refused where it differs. */
export const ConfirmedRequest = z.strictObject({ confirm: PlainText });
export type ConfirmedRequest = z.infer<typeof ConfirmedRequest>;
