import { type Message, message, type RecoveryMethod } from "@primacy/contract";
import { quoteLiteral } from "../cluster";
import { type MemberParty, startStatement, stopStatement } from "../member";
import type { PlannedOperation, PlannedStep, StepDraft } from "../operation/planned-step";
import type { VipStepBase } from "../plan";
import type { JudgedRecovery } from "./check-recovery";

/** What both ways of bringing a group back need. */
export interface RecoveryInput extends MemberParty {
  /** The administrator who does it; null: the one that was kept. */
  readonly user: string | null;
  readonly ground: RecoveryGround;
}

/** What was found when it was planned. Where it is otherwise at the moment of the act, nothing is done. */
export interface RecoveryGround {
  /** Who goes on at once. */
  readonly stayingIds: readonly string[];
  /** For whom the order answers. */
  readonly orderedIds: readonly string[];
  /** When it ends; null where there is none. */
  readonly notAfter: string | null;
}

/** The input of `recovery.force`: where the group speaks to those that go on. */
export interface ForceInput extends RecoveryInput {
  readonly localAddresses: readonly string[];
}

/** The input of `recovery.fence`. */
export interface FenceInput {
  readonly clusterId: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly order: SignedOrder;
}

/** An order as the agents take it; see the contract's `SignedFence`. */
export interface SignedOrder {
  readonly text: string;
  readonly signature: string;
}

/** The steps of a recovery. None is taken back: a group that serves again is what was wanted. */
export type RecoveryStep =
  | PlannedStep<"recovery.fence", FenceInput>
  | PlannedStep<"recovery.force", ForceInput>
  | PlannedStep<"recovery.bootstrap", RecoveryInput>
  | PlannedStep<"vip.await_held", VipStepBase>;

/** Who is recovered, by whom, and with which order. */
export interface RecoveryRequest {
  readonly clusterId: string;
  readonly user: string | null;
  /** Null where none is needed. */
  readonly order: (SignedOrder & { readonly notAfter: string }) | null;
  /** The write VIPs that are not paused. */
  readonly vips: readonly { readonly vipId: string; readonly address: string }[];
}

/** Lets those that are left go on without the others; exactly as it runs. Empty again: or nothing could be started later. */
export function forceStatements(localAddresses: readonly string[]): readonly [set: string, clear: string] {
  const set = `SET GLOBAL group_replication_force_members = ${quoteLiteral(localAddresses.join(","))}`;
  return [set, "SET GLOBAL group_replication_force_members = ''"];
}

/** Whether the next start founds a group; exactly as it runs. */
export function bootstrapStatement(isOn: boolean): string {
  return `SET GLOBAL group_replication_bootstrap_group = ${isOn ? "ON" : "OFF"}`;
}

/** Lets clients in again where MySQL had shut them out with the member; exactly as it runs. */
export const onlineStatement = "SET GLOBAL offline_mode = OFF";

type Draft = StepDraft<RecoveryStep>;

/** Plans a recovery that nothing stands against. Throws TypeError where it has no method (a bug). */
export function planRecovery(
  judged: JudgedRecovery,
  request: RecoveryRequest,
): PlannedOperation<RecoveryStep> {
  const { method, staying, unproven, unread } = judged;
  const [target] = staying;
  if (method === null || target === undefined) throw new TypeError("planRecovery: nothing to go on from");
  const { clusterId, user, order, vips } = request;
  const { memberId, serverUuid, name, hostId } = target;
  const ground: RecoveryGround = {
    stayingIds: staying.map((member) => member.memberId),
    orderedIds: unproven.map((member) => member.memberId),
    notAfter: order?.notAfter ?? null,
  };
  const input: RecoveryInput = { clusterId, memberId, serverUuid, name, hostId, user, ground };
  const fences: readonly Draft[] = staying.flatMap((member) =>
    unproven.length === 0 || member.hostId === null || order === null
      ? []
      : [
          fenceDraft({
            clusterId,
            hostId: member.hostId,
            hostName: member.name,
            order: { text: order.text, signature: order.signature },
          }),
        ],
  );
  const drafts: readonly Draft[] = [
    ...fences,
    method === "force"
      ? forceDraft({ ...input, localAddresses: staying.flatMap((one) => one.server.localAddress ?? []) })
      : bootstrapDraft(input, target.server),
    ...vips.map((vip) => followDraft(clusterId, vip)),
  ];
  return {
    steps: drafts.map((draft, ordinal) => ({ ...draft, ordinal })),
    consequences: [
      methodConsequence(
        method,
        staying.map((one) => one.name),
      ),
      ...(unread.length === 0
        ? []
        : [message("consequence.recovery_lost", { members: unread.map((one) => one.name).join(", ") })]),
      ...(unproven.length === 0
        ? []
        : [message("consequence.recovery_fence", { members: unproven.map((one) => one.name).join(", ") })]),
      message("consequence.recovery_rest"),
    ],
  };
}

function methodConsequence(method: RecoveryMethod, staying: readonly string[]): Message {
  const params = { members: staying.join(", ") };
  return message(
    method === "force" ? "consequence.recovery_force" : "consequence.recovery_bootstrap",
    params,
  );
}

function fenceDraft(input: FenceInput): Draft {
  return {
    code: "recovery.fence",
    hostId: input.hostId,
    hostName: input.hostName,
    title: message("step.recovery.fence", { host: input.hostName }),
    preview: [{ kind: "document", text: input.order.text }],
    isReversible: false,
    input,
  };
}

function forceDraft(input: ForceInput): Draft {
  return {
    code: "recovery.force",
    hostId: input.hostId,
    hostName: input.name,
    title: message("step.recovery.force", { member: input.name }),
    preview: forceStatements(input.localAddresses).map((text) => ({ kind: "sql", text })),
    isReversible: false,
    input,
  };
}

function bootstrapDraft(
  input: RecoveryInput,
  server: { readonly state: string | null; readonly isOfflineMode: boolean },
): Draft {
  const statements = [
    ...(server.state === "OFFLINE" ? [] : [stopStatement]),
    bootstrapStatement(true),
    startStatement,
    bootstrapStatement(false),
    ...(server.isOfflineMode ? [onlineStatement] : []),
  ];
  return {
    code: "recovery.bootstrap",
    hostId: input.hostId,
    hostName: input.name,
    title: message("step.recovery.bootstrap", { member: input.name }),
    preview: statements.map((text) => ({ kind: "sql", text })),
    isReversible: false,
    input,
  };
}

function followDraft(clusterId: string, { vipId, address }: { vipId: string; address: string }): Draft {
  return {
    code: "vip.await_held",
    hostId: null,
    hostName: null,
    title: message("step.vip.await_held", { address }),
    preview: [],
    isReversible: false,
    input: { clusterId, vipId, address, previous: null },
  };
}
