import { z } from "zod";
import { CheckReport, DowntimeEstimate, DowntimeFault } from "../check/check";
import { Message } from "../message/schema";
import { Plan } from "../operation/plan";
import { Port } from "../primitives/address";
import { Id, Instant, PlainText, StoredName } from "../primitives/scalar";
import { ProxyService } from "../proxy/service";
import { DrillErrorLog } from "./error-log";
import { DrillFault } from "./fault";
import { DrillReaderOutcome } from "./reader";
import { DrillGap, DrillStripSpan, ProbeLane } from "./strip";
import { DrillSystem, DrillTopology } from "./system";
import { DrillEndpoint, mostDrillEndpoints } from "./way";
import { DrillWayFigures } from "./way-figures";

/** The longest that a drill waits for writes after the fault, in milliseconds. */
export const longestDrillWaitMs = 300_000;

/** Asks what a drill would do. Whom it hits, the fault says. */
export const DrillRequest = z.strictObject({
  fault: DrillFault,
  /** Distinct; at least one. */
  endpoints: z.array(DrillEndpoint).min(1).max(mostDrillEndpoints),
  /**
   * Ways through which clients read and sign in, and write nothing: they may lead to any member. Distinct, none of `endpoints`, and with those
   * `mostDrillEndpoints` at most.
   */
  readEndpoints: z
    .array(DrillEndpoint)
    .max(mostDrillEndpoints - 1)
    .default([]),
  /** From where clients are played; null: the console chooses a host with an agent that has no part in it, one without a server before the others. */
  observerHostId: Id.nullable(),
  /** Writes have to be back within this time for the drill to pass, in milliseconds. */
  objectiveMs: z.number().int().min(100).max(longestDrillWaitMs),
});
export type DrillRequest = z.infer<typeof DrillRequest>;

/** Orders it: something of the cluster is broken, so that it repeats the cluster's name in `confirm`. */
export const DrillOrder = DrillRequest.extend({ confirm: PlainText });
export type DrillOrder = z.infer<typeof DrillOrder>;

/**
 * For how long writes would stop in a drill, through a VIP. Of its own faults: `stop`, the primary's server ends in order; `secondary`,
 * a secondary falls silent; `agent`, the agent beside the primary does.
 */
export const DrillEstimate = DowntimeEstimate.extend({
  fault: z.enum([...DowntimeFault.options, "stop", "secondary", "agent"]),
});
export type DrillEstimate = z.infer<typeof DrillEstimate>;

/** For how long writes would stop through one way that is a proxy of which enough is known. */
export const DrillWayEstimate = z.object({ endpoint: DrillEndpoint, estimate: DrillEstimate });
export type DrillWayEstimate = z.infer<typeof DrillWayEstimate>;

/** A member that a drill is about, called as it was when that began. */
const DrillParty = z.object({ memberId: Id, name: z.string() });

/** A program of a proxy that a drill hits, on a host that is called as it was when that began. */
export const DrillProxyParty = z.object({ program: ProxyService, hostId: Id, host: z.string() });
export type DrillProxyParty = z.infer<typeof DrillProxyParty>;

/** What a check of a drill found: the plan, and for how long writes would stop by the live variables. */
export const DrillCheck = z.object({
  report: CheckReport,
  plan: Plan,
  /** The member that is hit, or whose host is; of a proxy's drill the primary. */
  target: DrillParty.nullable(),
  /** The second of a pair: the new primary of a switchover, the other end of a link. Null: the fault has none, or it is not known. */
  other: DrillParty.nullable(),
  /** What is hit in the place of the target; absent: the target is. */
  proxy: DrillProxyParty.optional(),
  observer: z.object({ hostId: Id, name: z.string() }).nullable(),
  /** Through a VIP. */
  predicted: DrillEstimate.nullable(),
  /** Through each proxy among the endpoints of which it is known. */
  predictedWays: z.array(DrillWayEstimate).default([]),
});
export type DrillCheck = z.infer<typeof DrillCheck>;

/**
 * `passed`: writes were back within the objective, and nothing acknowledged is lost. `failed`: not so. `not_tested`: the fault did not take
 * effect, or the group was not whole before. `broken_off`: it was halted before it could be judged, or the primary could not be asked for the
 * rows, so that nobody knows whether something acknowledged is lost.
 */
export const DrillVerdictKind = z.enum(["passed", "failed", "not_tested", "broken_off"]);
export type DrillVerdictKind = z.infer<typeof DrillVerdictKind>;

export const DrillVerdict = z.object({
  kind: DrillVerdictKind,
  /** One sentence, and what else is wrong or worth knowing, a sentence each. */
  sentence: Message,
  notes: z.array(Message),
});
export type DrillVerdict = z.infer<typeof DrillVerdict>;

/** Where a drill's phases stand on its clock. They come in this order as a rule, and need not. */
export const DrillPhaseName = z.enum([
  "armed",
  "injected",
  "in_effect",
  "suspected",
  "expelled",
  "elected",
  "writable",
  "vip_taken",
  "arp_seen",
  "first_write",
  "heal_begun",
  "healed",
]);
export type DrillPhaseName = z.infer<typeof DrillPhaseName>;

/**
 * An instant of a drill in milliseconds from the fault: 0 is just before it was injected, what came before is negative. It may have been
 * `errorMs` earlier or later: clocks of hosts are compared by the quickest of their frames, and a state is seen when it is looked at.
 */
export const DrillMark = z.object({
  phase: DrillPhaseName,
  atMs: z.number(),
  errorMs: z.number().nonnegative(),
  /** By which host it was seen; null: by the console. */
  seenBy: z.string().nullable(),
  detail: Message.nullable(),
});
export type DrillMark = z.infer<typeof DrillMark>;

/** When a phase was predicted by the live variables, in milliseconds from the fault. */
export const DrillPrediction = z.object({
  phase: DrillPhaseName,
  minMs: z.number(),
  maxMs: z.number(),
});
export type DrillPrediction = z.infer<typeof DrillPrediction>;

/** A stretch of a drill's clock. */
const span = { fromMs: z.number(), toMs: z.number() };

/** A member as one server sees it. */
const SeenMember = z.object({ name: z.string(), state: z.string(), role: z.string() });

/** What each member believed of all, one after the other; `members` null: it said nothing that counts. Views may differ. */
export const DrillViewLane = z.object({
  viewer: z.string(),
  spans: z.array(z.object({ ...span, members: z.array(SeenMember).nullable() })),
});
export type DrillViewLane = z.infer<typeof DrillViewLane>;

/** Whether a server refused writes of everybody (`super_read_only`); null: it did not say. */
export const DrillReadOnlyLane = z.object({
  server: z.string(),
  spans: z.array(z.object({ ...span, isReadOnly: z.boolean().nullable() })),
});
export type DrillReadOnlyLane = z.infer<typeof DrillReadOnlyLane>;

/** When the kernel of a host held an address; null: nobody said. */
export const DrillAddressLane = z.object({
  host: z.string(),
  address: z.string(),
  spans: z.array(z.object({ ...span, isHeld: z.boolean().nullable() })),
});
export type DrillAddressLane = z.infer<typeof DrillAddressLane>;

/** Whose cards answered for an address when the observing host asked the wire, by name; empty: nobody's. Null: it did not ask. */
export const DrillArpLane = z.object({
  address: z.string(),
  askedBy: z.string(),
  spans: z.array(z.object({ ...span, owners: z.array(z.string()).nullable() })),
});
export type DrillArpLane = z.infer<typeof DrillArpLane>;

/**
 * Where a port of a proxy on one of its hosts led the console's own connections, one each second: to a member, nowhere (no member was reached,
 * whoever answered or refused), or nobody answered. Null: nobody asked.
 */
export const DrillProxyLane = z.object({
  host: z.string(),
  port: Port,
  spans: z.array(
    z.object({
      ...span,
      state: z.enum(["leads", "nowhere", "silent"]).nullable(),
      /** By name, where it leads; else null. */
      server: z.string().nullable(),
      /** Why it led nowhere. Absent: it did not, or of a drill from before that was kept. */
      reason: Message.optional(),
    }),
  ),
});
export type DrillProxyLane = z.infer<typeof DrillProxyLane>;

/** What the servers, the kernels and the console saw. */
export const DrillLanes = z.object({
  views: z.array(DrillViewLane),
  readOnly: z.array(DrillReadOnlyLane),
  addresses: z.array(DrillAddressLane),
  /** Absent: of a drill from before it was asked. */
  arp: z.array(DrillArpLane).optional(),
  /** Absent: of a drill from before they were asked. */
  proxies: z.array(DrillProxyLane).optional(),
});
export type DrillLanes = z.infer<typeof DrillLanes>;

/** Rows of the clients' ledger, as many as there are and the first of them by number. */
const Rows = z.object({ count: z.number().int().nonnegative(), first: z.array(z.number().int()).max(20) });

/** What clients of one way to the database met. */
export const DrillEndpointOutcome = z.object({
  endpoint: DrillEndpoint,
  /** What the console calls it, such as the VIP's name. */
  label: z.string(),
  /** The longest time between two acknowledged writes, reads, logins; null: fewer than two. */
  writeGap: DrillGap.nullable(),
  readGap: DrillGap.nullable(),
  loginGap: DrillGap.nullable(),
  /**
   * When after the fault the first of each was answered by the way as it is now; null: none was. The way itself may have been there so much
   * earlier, or by the clocks later, as the error of each says; absent: none was answered, or of a drill from before it was told.
   */
  firstAfter: z.object({
    loginMs: z.number().nullable(),
    readMs: z.number().nullable(),
    writeMs: z.number().nullable(),
    loginErrorMs: z.number().nonnegative().optional(),
    readErrorMs: z.number().nonnegative().optional(),
    writeErrorMs: z.number().nonnegative().optional(),
  }),
  /** Writes, by what became of them. */
  attempts: z.object({
    acked: z.number().int(),
    refused: z.number().int(),
    unknown: z.number().int(),
    notSent: z.number().int(),
  }),
  /** Of writes that were not acknowledged, by what the client was told, the most frequent first. */
  errors: z.array(z.object({ code: z.string(), count: z.number().int() })),
  /** Acknowledged, and missing on the primary. Null: not known, for that could not be asked. */
  lost: Rows.nullable(),
  /** Refused or never sent, and there all the same. */
  phantom: Rows.nullable(),
  /** Nobody said what became of them: those that are there, and those that are not. */
  unknownThere: Rows.nullable(),
  unknownAbsent: Rows.nullable(),
  /** Reads that missed a row which had been acknowledged to the same client before; null: none was answered. */
  staleReads: z.number().int().nullable(),
  /** Times at which a server acknowledged a write after another had done so later. */
  dualWrites: z.number().int(),
  strips: z.record(ProbeLane, z.array(DrillStripSpan)),
});
export type DrillEndpointOutcome = z.infer<typeof DrillEndpointOutcome>;

/** Everything that a drill measured, as far as it is. */
export const DrillFindings = z.object({
  /** From when to when something was recorded. */
  ...span,
  marks: z.array(DrillMark),
  predicted: z.array(DrillPrediction),
  /** Through a VIP, and through each proxy of which it was known. */
  estimate: DrillEstimate.nullable(),
  wayEstimates: z.array(DrillWayEstimate).default([]),
  lanes: DrillLanes,
  endpoints: z.array(DrillEndpointOutcome),
  /** Of the ways that are only read through, in the order of the drill; absent: there are none, or of a drill from before they were. */
  readers: z.array(DrillReaderOutcome).optional(),
  /** From which servers the ledger was read before the heal. */
  ledgers: z.array(z.object({ server: z.string(), rows: z.number().int().nullable() })),
  /** Versions and variables; null: not read, as of drills of earlier releases. */
  system: DrillSystem.nullable().default(null),
  /** The group when the fault was about to be ordered, and since the heal began; null: not come to, or a drill of an earlier release. */
  before: DrillTopology.nullable().default(null),
  after: DrillTopology.nullable().default(null),
  /** One for each server; absent: not read yet, or of a drill from before they were. */
  errorLogs: z.array(DrillErrorLog).optional(),
});
export type DrillFindings = z.infer<typeof DrillFindings>;

/** `running` until the cluster is healed and whole, or could not be healed. */
export const DrillState = z.enum(["running", "ended"]);
export type DrillState = z.infer<typeof DrillState>;

/** Whether the cluster was brought back to what it was. `unhealed` needs a person. */
export const DrillHeal = z.enum(["pending", "healed", "unhealed"]);
export type DrillHeal = z.infer<typeof DrillHeal>;

/** A drill without its samples; its id is that of its operation. */
export const Drill = z.object({
  id: Id,
  /** The series that ordered it; null: a person did. */
  seriesId: Id.nullable(),
  clusterId: Id,
  clusterName: StoredName,
  state: DrillState,
  fault: DrillFault,
  endpoints: z.array(DrillEndpoint),
  /** Those that are only read through. */
  readEndpoints: z.array(DrillEndpoint).default([]),
  objectiveMs: z.number().int(),
  target: DrillParty,
  /** See `DrillCheck`. */
  other: DrillParty.nullable(),
  proxy: DrillProxyParty.optional(),
  observer: z.object({ hostId: Id, name: z.string() }),
  requestedBy: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  heal: DrillHeal,
  verdict: DrillVerdict.nullable(),
  /** Of the worst way, in milliseconds; null: not measured. */
  worstWriteGapMs: z.number().nullable(),
  /** Acknowledged writes that are missing, over all ways; null: not known. */
  lostWrites: z.number().int().nullable(),
  /** What clients of each way met, in figures; null: not known, or it runs. */
  outcomes: z.array(DrillWayFigures).nullable(),
});
export type Drill = z.infer<typeof Drill>;

/** A drill with what it found; null until the first second of it is recorded. */
export const DrillDetail = Drill.extend({ findings: DrillFindings.nullable() });
export type DrillDetail = z.infer<typeof DrillDetail>;

/** What one that was carried out to its end says. */
export const DrillResult = z.object({
  verdict: DrillVerdict,
  worstWriteGapMs: z.number().nullable(),
  lostWrites: z.number().int().nullable(),
});
export type DrillResult = z.infer<typeof DrillResult>;
