import { z } from "zod";
import { ClusterRefresh, ClusterRegister, DiscoverRequest, SwitchoverRequest } from "../cluster/cluster";
import { FixOrder, FixRestore } from "../fix/fix";
import { MemberCheckRequest, MemberStartFields, MemberStopOrder } from "../member/member";
import { Id } from "../primitives/scalar";
import { RecoveryFields, RecoveryRequest } from "../recovery/recovery";
import { RestartFields, RestartRequest } from "../restart/restart";
import { VipChange, VipCheckRequest, VipRequest } from "../vip/vip";
import type { OperationKind } from "./operation";

const nothing = z.strictObject({});

/**
 * What the API stores as the input of an operation of each kind, and the worker parses. The cluster or host that it is
 * about stands in the operation itself. No input holds a secret: the password of `cluster.discover` and
 * `cluster.register` is the operation's secret `password`.
 */
export const operationInputs = {
  "host.test": nothing,
  "agent.install": nothing,
  "agent.upgrade": nothing,
  "agent.repair": nothing,
  "agent.remove": nothing,
  "cluster.discover": DiscoverRequest.omit({ password: true }),
  "cluster.register": ClusterRegister.omit({ password: true }),
  "cluster.refresh": ClusterRefresh.omit({ confirm: true }),
  "cluster.remove": nothing,
  "vip.check": VipCheckRequest,
  "vip.apply": VipRequest,
  "vip.change": z.strictObject({ vipId: Id, change: VipChange }),
  "vip.remove": z.strictObject({ vipId: Id }),
  "vip.release": z.strictObject({ vipId: Id, hostId: Id }),
  "vip.resume": z.strictObject({ vipId: Id, hostId: Id }),
  "vip.pause": z.strictObject({ vipId: Id }),
  "vip.unpause": z.strictObject({ vipId: Id }),
  "switchover.check": SwitchoverRequest,
  switchover: SwitchoverRequest,
  "restart.check": RestartRequest,
  restart: RestartFields.extend({ user: z.string().nullable() }),
  "recovery.check": RecoveryRequest,
  recovery: RecoveryFields.extend({ user: z.string().nullable() }),
  "fix.apply": FixOrder.omit({ administrator: true }).extend({ user: z.string().nullable() }),
  "fix.restore": FixRestore.omit({ administrator: true }).extend({ user: z.string().nullable() }),
  "member.check": MemberCheckRequest.extend({ memberId: Id }),
  "member.start": MemberStartFields.omit({ confirm: true }).extend({ memberId: Id }),
  "member.stop": MemberStopOrder.omit({ confirm: true }).extend({ memberId: Id }),
  "member.rejoin": MemberStartFields.omit({ confirm: true }).extend({ memberId: Id }),
} satisfies Record<OperationKind, z.ZodType>;

/** The input of an operation of kind `K`, as the worker gets it. */
export type OperationInput<K extends OperationKind> = z.output<(typeof operationInputs)[K]>;

/** The name under which an operation keeps the password that came with its request. */
export const operationPasswordName = "password";
