import { z } from "zod";
import { CheckReport } from "../check/check";
import { Discovery } from "../cluster/cluster";
import { FixResult, OfferedFix } from "../fix/fix";
import { GtidDifference, MemberResult } from "../member/member";
import { Id, Instant } from "../primitives/scalar";
import { RecoveryMethod } from "../recovery/recovery";
import { Plan } from "./operation";

/** What a check found, and the plan of what would be done; `plan` has no steps while checks fail. */
export const CheckedPlan = z.object({
  report: CheckReport,
  plan: Plan,
  /** What could be mended at once, each with its own plan; absent where this check offers none. */
  fixes: z.array(OfferedFix).optional(),
});
export type CheckedPlan = z.infer<typeof CheckedPlan>;

/** A VIP as it was proved at the end of an operation: in one kernel, on the wire, and by a write or a read through it. */
export const VipProof = z.object({
  vipId: Id,
  address: z.string(),
  holderHostId: Id,
  holderHostName: z.string(),
  /** The Ethernet addresses that answered the other hosts; empty where there is no other host to ask. */
  macs: z.array(z.string()),
  askedBy: z.array(z.string()),
  /** Other hosts that could not ask the wire, so that nothing is known of what they would hear. */
  notAskedBy: z.array(z.string()).default([]),
  /** The server that took the write; absent for a read VIP. */
  writtenServerUuid: z.string().optional(),
  /** The server that answered the read; absent for a write VIP. */
  readServerUuid: z.string().optional(),
  /** True where the console's own machine has the address: that write or read came from no other host. */
  isFromHolder: z.boolean().optional(),
  /** From the moment that the agents were allowed to take the address until one held it. */
  heldAfterMs: z.number(),
});
export type VipProof = z.infer<typeof VipProof>;

/** How a switchover went, each time counted from the order to the group. A null is not known: there is no VIP, or the worker that ordered it died. */
export const SwitchoverResult = z.object({
  fromMemberId: Id,
  fromName: z.string(),
  toMemberId: Id,
  toName: z.string(),
  /** The group had its new primary. */
  primaryAfterMs: z.number().nullable(),
  /** The old host's agent confirmed that its kernel does not hold the address. */
  releasedAfterMs: z.number().nullable(),
  /** The new host's kernel held the address. */
  heldAfterMs: z.number().nullable(),
  /** Another host got the new host's answer on the wire. */
  answeredAfterMs: z.number().nullable(),
  /** How the drain before the order went; absent where none was asked for. */
  drain: z
    .object({
      tookMs: z.number(),
      /** Connections that were open at its start, and at its end. */
      before: z.number().int(),
      left: z.number().int(),
    })
    .optional(),
});
export type SwitchoverResult = z.infer<typeof SwitchoverResult>;

/** What a check of a rolling restart found. */
export const RestartCheck = CheckedPlan.extend({
  /** No administrator's account was kept: the order has to bring one. */
  needsAccount: z.boolean(),
});
export type RestartCheck = z.infer<typeof RestartCheck>;

/** How a rolling restart went, in the order in which the servers were restarted. */
export const RestartResult = z.object({
  members: z.array(
    z.object({
      memberId: Id,
      name: z.string(),
      /** From the order until it was ONLINE in its group again; null is not known: the worker that gave the order died. */
      onlineAfterMs: z.number().nullable(),
    }),
  ),
  switchover: SwitchoverResult.nullable(),
});
export type RestartResult = z.infer<typeof RestartResult>;

/** What a check of a recovery found. */
export const RecoveryCheck = CheckedPlan.extend({
  /** No administrator's account was kept: the order has to bring one. */
  needsAccount: z.boolean(),
  /** Null where it cannot be brought back from that member. */
  method: RecoveryMethod.nullable(),
  /** What is to be signed, and until when it counts; null where nobody has to answer for a host. */
  order: z.object({ text: z.string(), notAfter: Instant, hosts: z.array(z.string()) }).nullable(),
});
export type RecoveryCheck = z.infer<typeof RecoveryCheck>;

/** How a recovery went. */
export const RecoveryResult = z.object({
  memberId: Id,
  name: z.string(),
  /** Its members then. */
  onlineCount: z.number().int(),
  /** Who holds the VIP then; null where there is none, or it is paused. */
  holderHostName: z.string().nullable(),
});
export type RecoveryResult = z.infer<typeof RecoveryResult>;

/**
 * What a check of an action on a member found. `difference` is null where there is nothing to compare: before a stop, and
 * where the member or every other one is silent.
 */
export const MemberCheck = CheckedPlan.extend({ difference: GtidDifference.nullable() });
export type MemberCheck = z.infer<typeof MemberCheck>;

/** The result of operations that have one, by kind; the others end with null. */
export const operationResults = {
  "cluster.discover": Discovery,
  "cluster.register": z.object({ clusterId: Id }),
  "vip.check": CheckedPlan,
  "vip.apply": VipProof,
  "vip.change": VipProof.nullable(),
  "switchover.check": CheckedPlan,
  switchover: SwitchoverResult,
  "restart.check": RestartCheck,
  restart: RestartResult,
  "recovery.check": RecoveryCheck,
  recovery: RecoveryResult,
  "fix.apply": FixResult,
  "fix.restore": FixResult,
  "member.check": MemberCheck,
  "member.start": MemberResult,
  "member.stop": MemberResult,
  "member.rejoin": MemberResult,
} as const;
