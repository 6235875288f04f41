import { z } from "zod";
import { DrillLanes } from "../drill/drill";
import { DrillStripSpan, ProbeLane } from "../drill/strip";
import { Message } from "../message/schema";
import { HostAddress, Port } from "../primitives/address";
import { Id, Instant, StoredName } from "../primitives/scalar";
import { ProberLane } from "../prober/prober";

/** `primary`: the primary was lost, or is another one. `address`: the primary stayed, and a write VIP was away from it. */
export const IncidentKind = z.enum(["primary", "address"]);
export type IncidentKind = z.infer<typeof IncidentKind>;

/**
 * Why, as far as it is known, and never more. `server_killed`: nothing listens where the server should, its host answers, and the group
 * missed it. `server_stopped`: the same, but it had left the group by itself. `server_gone`: the same, and which of both is not known.
 * `server_hung`: the server gives no answer, and its host does. `host_silent`: nobody gets an answer from the host. `expelled`: the
 * server answers, and the group put it out. `left`: the server answers, and left the group by itself. `left_error`: it is in ERROR, and nobody
 * was seen to miss it. `no_majority`: it answers, and the group can commit nothing. `ordered_elsewhere`: it stays in the group as a secondary,
 * which only an order makes it, and the console gave none. `address_lost`: the address left its host.
 */
export const IncidentCause = z.enum([
  "server_killed",
  "server_stopped",
  "server_gone",
  "server_hung",
  "host_silent",
  "expelled",
  "left",
  "left_error",
  "no_majority",
  "ordered_elsewhere",
  "address_lost",
  "unknown",
]);
export type IncidentCause = z.infer<typeof IncidentCause>;

/** Where an incident's phases stand on its clock. They come in this order as a rule, and need not. */
export const IncidentPhase = z.enum([
  "lost",
  "suspected",
  "expelled",
  "elected",
  "writable",
  "vip_released",
  "vip_taken",
]);
export type IncidentPhase = z.infer<typeof IncidentPhase>;

/** An instant in milliseconds from the beginning. It may have been `errorMs` earlier or later. */
export const IncidentMark = z.object({
  phase: IncidentPhase,
  atMs: z.number(),
  errorMs: z.number().nonnegative(),
  /** By which host it was seen; null: by the console. */
  seenBy: z.string().nullable(),
  detail: Message.nullable(),
});
export type IncidentMark = z.infer<typeof IncidentMark>;

/** A measured time, which may have been `errorMs` shorter or longer. */
export const IncidentSpan = z.object({ ms: z.number().nonnegative(), errorMs: z.number().nonnegative() });
export type IncidentSpan = z.infer<typeof IncidentSpan>;

/** For how long nobody who takes writes had an address, from the beginning. */
export const IncidentAddress = z.object({
  vipId: Id,
  address: z.string(),
  /** The hosts that had it before and after, by name; null: nobody is known to. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Null while it is away, and where nobody saw it come back. */
  away: IncidentSpan.nullable(),
});
export type IncidentAddress = z.infer<typeof IncidentAddress>;

/** What the standing prober of an endpoint met: the longest time between two acknowledged attempts. */
export const IncidentClients = z.object({
  address: HostAddress,
  port: Port,
  label: z.string(),
  lane: ProberLane.default("write"),
  gapMs: z.number().nonnegative(),
  /** How much shorter the outage itself may have been. */
  errorMs: z.number().nonnegative(),
  /** It lasted until the last look. */
  isOpen: z.boolean(),
});
export type IncidentClients = z.infer<typeof IncidentClients>;

/** What the standing prober of one endpoint was told, attempt by attempt. */
export const IncidentStrip = z.object({
  /** What the console calls the endpoint. */
  label: z.string(),
  lane: ProbeLane,
  spans: z.array(DrillStripSpan),
});
export type IncidentStrip = z.infer<typeof IncidentStrip>;

/**
 * What was seen from shortly before an incident until its end, in milliseconds from its beginning, drawn as that of a drill: each server's own
 * view, kernels, who answered for the write VIPs as each host asked the wire, and the attempts of standing probers.
 */
export const IncidentTimeline = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  lanes: DrillLanes.omit({ proxies: true }).required(),
  strips: z.array(IncidentStrip),
});
export type IncidentTimeline = z.infer<typeof IncidentTimeline>;

const named = z.object({ memberId: Id, name: StoredName });

/** An unplanned failover that the console observed, as far as it has come. */
export const Incident = z.object({
  id: Id,
  clusterId: Id,
  kind: IncidentKind,
  cause: IncidentCause,
  /** All of it in one line, and in sentences. */
  line: Message,
  sentence: Message,
  /** By the console's clock; it may have been `startErrorMs` earlier or later. */
  startedAt: Instant,
  startErrorMs: z.number().nonnegative(),
  /** When a primary took writes again and had every write VIP; null: it has not been so for long enough. */
  endedAt: Instant.nullable(),
  /** The worker that watched it began late or ended early: what happened meanwhile nobody saw. */
  isPartial: z.boolean(),
  oldPrimary: named.nullable(),
  newPrimary: named.nullable(),
  /** By the variables that the servers had set; null: nothing is predicted for such a cause, or nobody knew them. */
  predicted: z.object({ minMs: z.number(), maxMs: z.number() }).nullable(),
  /** Until writes came through every write VIP again, or through the primary itself where there is none; null: not seen. */
  actual: IncidentSpan.nullable(),
  addresses: z.array(IncidentAddress),
  marks: z.array(IncidentMark),
  clients: z.array(IncidentClients),
});
export type Incident = z.infer<typeof Incident>;

/** An incident with what was seen of it; null: nothing was, or it is one of a release before that was kept. */
export const IncidentDetail = Incident.extend({ timeline: IncidentTimeline.nullable() });
export type IncidentDetail = z.infer<typeof IncidentDetail>;
