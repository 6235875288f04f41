import { z } from "zod";
import { MemberRole } from "../cluster/cluster";
import { Message } from "../message/schema";
import { HostAddress, Port } from "../primitives/address";
import { DisplayName, Id, Instant, StoredName, Tone } from "../primitives/scalar";
import { ClusterEndpoint } from "./endpoint";

/** What clients come for: to write, to read, or for both. `any`: nobody has said; a member's own address serves for anything. */
export const EndpointPurpose = z.enum(["write", "read", "both", "any"]);
export type EndpointPurpose = z.infer<typeof EndpointPurpose>;

/** An address of a cluster's clients that somebody has stored under a name: one that Primacy did not set up. */
export const CustomEndpoint = z.object({
  id: Id,
  clusterId: Id,
  name: StoredName,
  address: HostAddress,
  port: Port,
  purpose: EndpointPurpose,
  createdAt: Instant,
});
export type CustomEndpoint = z.infer<typeof CustomEndpoint>;

/** How many of them a cluster has at most: each is signed in to every 15 s. */
export const maxCustomEndpoints = 20;

/** Stores such an address. */
export const CustomEndpointCreate = z.strictObject({
  name: DisplayName,
  address: HostAddress,
  port: Port,
  purpose: EndpointPurpose.default("any"),
});
export type CustomEndpointCreate = z.infer<typeof CustomEndpointCreate>;

/** A server that answered at an endpoint, by its own word: `@@server_uuid`, `@@hostname`, `@@super_read_only`. */
export const EndpointServer = z.object({
  /** Null: it is no member of the cluster. */
  memberId: Id.nullable(),
  /** How the console calls the member; of a stranger what it calls itself. */
  name: z.string(),
  serverUuid: z.string(),
  hostName: z.string(),
  /** The role that the group gave it at that time; null: nobody knew. */
  role: MemberRole.nullable(),
  isReadOnly: z.boolean(),
  /** True: its group did not have it ONLINE at that time, so that what is read there may be old. */
  isAway: z.boolean(),
  /** Through a proxy: the host that led there, by where the server saw the console come from. */
  through: z.string().nullable(),
  ageMs: z.number().nonnegative(),
});
export type EndpointServer = z.infer<typeof EndpointServer>;

/** What became of the last sign-in through an endpoint. */
export const EndpointSight = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reached"), loginMs: z.number().nonnegative() }),
  /** Nobody could verify who answers, so that it was told no password; or no CA of a member is known at all. */
  z.object({ kind: z.literal("unverified"), reason: Message, isAuthorityKnown: z.boolean() }),
  z.object({ kind: z.literal("silent"), reason: Message }),
]);
export type EndpointSight = z.infer<typeof EndpointSight>;

/** What else has to be known of an endpoint, wherever it leads now. */
export const EndpointNote = z.object({ tone: Tone, finding: Message, advice: Message });
export type EndpointNote = z.infer<typeof EndpointNote>;

/** What is kept of looking at one endpoint. Ages are as of when it was stored. */
export const EndpointLook = z.object({
  /** Which endpoint: see `keyOfEndpoint`. */
  key: z.string(),
  sight: EndpointSight,
  ageMs: z.number().nonnegative(),
  /** Who answered within the last minute while nothing changed, the newest first: a port for reads takes turns. */
  servers: z.array(EndpointServer),
  /** For how long it has led where it should not; null: it leads where it should, or nowhere. */
  wrongForMs: z.number().nonnegative().nullable(),
  /** Of a port of MySQL Router: how its metadata differs from the group; null: it does not. Absent: nobody has compared them. */
  metadata: EndpointNote.nullable().optional(),
});
export type EndpointLook = z.infer<typeof EndpointLook>;

/**
 * How an endpoint is. `right`: it leads where it should. `moving`: it led elsewhere, and was not looked at again yet. `wrong`:
 * it did so again. `unverified`: somebody answers, and by the certificate nobody can tell who: a proxy that ends TLS itself, a
 * certificate that was renewed, or a stranger. `silent`: nobody can sign in through it. `off`: it is switched off. `unknown`: nobody
 * has looked lately.
 */
export const EndpointState = z.enum(["right", "moving", "wrong", "unverified", "silent", "off", "unknown"]);
export type EndpointState = z.infer<typeof EndpointState>;

/** How an endpoint is, with the server that it leads to. */
export const EndpointHealth = z.object({
  state: EndpointState,
  tone: Tone,
  /** The newest first; more than one where it takes turns. */
  servers: z.array(EndpointServer),
  /** How long connecting and signing in took. */
  loginMs: z.number().nullable(),
  /** Null: nobody has ever looked. */
  ageMs: z.number().nullable(),
  isStale: z.boolean(),
  /** What is wrong, or why nobody answers. */
  finding: Message.nullable(),
  /** What to do about it. */
  advice: Message.nullable(),
  /** Of a port of MySQL Router: how its metadata differs from the group, by which it will lead; null: nobody knows of a difference. */
  metadata: EndpointNote.nullable(),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

/** An endpoint with how it is. */
export const MeasuredEndpoint = ClusterEndpoint.extend({
  purpose: EndpointPurpose,
  /** Of an address that somebody stored: its id. */
  customId: Id.nullable(),
  health: EndpointHealth,
});
export type MeasuredEndpoint = z.infer<typeof MeasuredEndpoint>;
