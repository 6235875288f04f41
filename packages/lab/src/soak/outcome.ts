import { z } from "zod";
import { PathOutcomes, WrongRows } from "./paths";
import { PhaseSeconds } from "./stopwatch";

const Count = z.number().int().min(0);

/**
 * Questions on the wire since the fault before, those that a host answered, and those that two did. Where the watch had a hole,
 * which is a violation, they are those around it; null: nothing is known.
 */
const WireCount = z.object({ asked: Count, answered: Count, dual: Count }).nullable();

/**
 * Of each client of the address, in the order of `loadPace.readers`: its reads that were answered, those of them that missed what
 * they had to see, and for how long one missed a write of the direct client at most; null where the fault could not be judged.
 */
const ReadCounts = z.array(z.object({ answered: Count, stale: Count, behindMs: Count })).nullable();

/** All that one fault led to; kept as one line of JSON, so that a run can go on where another stopped. */
export const FaultOutcome = z.object({
  seed: z.number().int(),
  number: z.number().int(),
  /** Digest of the agent program that the hosts ran: figures of two programs are no figures of one. */
  build: z.string(),
  /** The lab in which it happened; each start makes another. */
  lab: z.string(),
  kind: z.string(),
  row: z.string(),
  target: z.string(),
  expelSeconds: z.number().int(),
  /** Whether the fault was seen from outside of what injected it; `observations` says what was seen, or why not. */
  isEffective: z.boolean(),
  observations: z.array(z.string()),
  ackedWrites: Count,
  lostWrites: z.array(z.string()),
  phantomWrites: z.array(z.string()),
  dualWriterMs: z.number(),
  /** Since the fault before it, or the begin of the run: no instant is left out. */
  dualHolderMs: z.number(),
  wire: WireCount,
  reads: ReadCounts,
  /** Why the acknowledged writes cannot be those of one group with one writer. */
  disorder: z.array(z.string()),
  healthyMs: z.number(),
  heldMs: z.number(),
  /** The most that the VIP added to the group's own outage, by the kernels and by the clients that write through it. */
  recoveryMs: z.number(),
  throughMs: z.number(),
  /** Why the address, or the way through it, counts as not recovered; empty where both were always in time. */
  late: z.array(z.string()),
  /** Takings of the address in which each proof was used. */
  byProof: z.object({ R1: Count, R2: Count, R3: Count, R4: Count }),
  /** Every step of every agent, in milliseconds from the fault: for people who look for a reason. */
  history: z.array(z.string()),
  /** Servers that had not missed the target's when the group removed it: none of them can testify to its silence (R2). */
  heard: z.array(z.string()),
  /** What had to be started because the fault itself had stopped it for good: part of its end. */
  asked: z.array(z.string()),
  /** How often the lab had to mend the group; each is a violation too. */
  resets: Count,
  /** Members that MySQL let in again later than at once, by its own next try, and those that had lost the way to another one. */
  waited: z.array(z.string()),
  /** How many of the latter the lab let join again. */
  rejoined: Count,
  /** Anything else that must not be: mends, servers that differ, transactions outside of the group, a dead client. */
  violations: z.array(z.string()),
  /** What clients went through over each way to the primary: the VIP, and those that it is compared with. */
  paths: PathOutcomes,
  /** How often, and for how long, two proxies had Keepalived's address since the fault before; null where that was not seen. */
  proxyHolds: z.object({ count: Count, dualMs: z.number() }).nullable(),
  /** What the fault took its time for. */
  seconds: PhaseSeconds,
});

/** All that one fault led to. */
export type FaultOutcome = z.infer<typeof FaultOutcome>;

/** What was found at the end of a sitting, before its lab went: every row of every fault, on every server. */
export const SittingEnd = z.object({
  build: z.string(),
  lab: z.string(),
  /** Faults whose rows were read again. */
  verified: z.array(z.number().int()),
  lostWrites: z.array(z.string()),
  phantomWrites: z.array(z.string()),
  /** After the last fault. */
  dualHolderMs: z.number(),
  wire: WireCount,
  violations: z.array(z.string()),
  /** Of the ways that are only compared. */
  beside: z.object({ router: WrongRows, haproxy: WrongRows }),
});

/** What was found at the end of a sitting. */
export type SittingEnd = z.infer<typeof SittingEnd>;
