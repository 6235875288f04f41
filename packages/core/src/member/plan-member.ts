import { type GtidDifference, type Message, message } from "@primacy/contract";
import type { PlannedOperation, PlannedStep, StepDraft } from "../operation/planned-step";
import type { JudgedMemberAction } from "./check-member";
import { expelLimitSeconds } from "./join-rules";
import { countVotersLeft, isVoting, type MemberSnapshot } from "./snapshot";

/** A member as the steps of an action on it need it. */
export interface MemberParty {
  readonly clusterId: string;
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly hostId: string | null;
}

/** The input of `member.stop`. `return`: it is stopped only because it is to be started again. */
export interface MemberStopInput extends MemberParty {
  readonly purpose: "leave" | "return";
  readonly isPrimaryAllowed: boolean;
}

/** The input of `member.await_online`. */
export interface MemberAwaitInput extends MemberParty {
  readonly limitSeconds: number;
}

/** The steps of actions on a member. */
export type MemberStep =
  | PlannedStep<"member.stop", MemberStopInput>
  | PlannedStep<"member.start", MemberParty>
  | PlannedStep<"member.await_online", MemberAwaitInput>;

/** The statements, exactly as they run on the member's server. */
export const stopStatement = "STOP GROUP_REPLICATION";
export const startStatement = "START GROUP_REPLICATION";

/**
 * Plans an action on a member that nothing stands against. Only the start is taken back, by a stop, where the member does
 * not come ONLINE: a member that was stopped is as it was wanted, or was outside of its group before.
 */
export function planMember(
  party: MemberParty,
  snapshot: MemberSnapshot,
  judged: JudgedMemberAction,
  limitSeconds: number,
): PlannedOperation<MemberStep> {
  if (snapshot.action === "stop")
    return {
      steps: numbered([stopDraft(party, "leave", snapshot.isPrimaryAllowed)]),
      consequences: stopConsequences(snapshot),
    };
  const { server } = snapshot;
  // MySQL refuses to start what is in ERROR: its Group Replication still runs.
  const isStoppedFirst =
    snapshot.action === "rejoin" || (server.kind === "answering" && server.state !== "OFFLINE");
  return {
    steps: numbered([
      ...(isStoppedFirst ? [stopDraft(party, "return", false)] : []),
      startDraft(party),
      awaitDraft(party, limitSeconds),
    ]),
    consequences: joinConsequences(snapshot, judged, limitSeconds),
  };
}

type Draft = StepDraft<MemberStep>;

function numbered(drafts: readonly Draft[]): readonly MemberStep[] {
  return drafts.map((draft, ordinal) => ({ ...draft, ordinal }));
}

function stopDraft(party: MemberParty, purpose: "leave" | "return", isPrimaryAllowed: boolean): Draft {
  return {
    code: "member.stop",
    hostId: party.hostId,
    hostName: party.name,
    title: message("step.member.stop", { member: party.name }),
    preview: [{ kind: "sql", text: stopStatement }],
    isReversible: false,
    input: { ...party, purpose, isPrimaryAllowed },
  };
}

function startDraft(party: MemberParty): Draft {
  return {
    code: "member.start",
    hostId: party.hostId,
    hostName: party.name,
    title: message("step.member.start", { member: party.name }),
    preview: [{ kind: "sql", text: startStatement }],
    isReversible: true,
    input: party,
  };
}

function awaitDraft(party: MemberParty, limitSeconds: number): Draft {
  return {
    code: "member.await_online",
    hostId: party.hostId,
    hostName: party.name,
    title: message("step.member.await_online", { member: party.name }),
    preview: [],
    isReversible: false,
    input: { ...party, limitSeconds },
  };
}

function stopConsequences(snapshot: MemberSnapshot): readonly Message[] {
  const { name: member, vipAddress, group } = snapshot;
  const { online, total, survives } = countVotersLeft(snapshot);
  const voters = { member, online, total, survives };
  return [
    message("consequence.member_stop", voters),
    ...(isVoting(group.listedState) && survives === 0 ? [message("consequence.member_fragile", voters)] : []),
    ...(!group.isPrimary
      ? []
      : vipAddress === null
        ? [message("consequence.member_stop_primary", { member })]
        : [message("consequence.member_stop_primary_vip", { member, address: vipAddress })]),
  ];
}

function joinConsequences(
  { name: member, group }: MemberSnapshot,
  { difference, isCloned }: JudgedMemberAction,
  limitSeconds: number,
): readonly Message[] {
  const limitMs = limitSeconds * 1_000;
  return [
    message("consequence.member_start", { member, missing: missingOf(difference) }),
    ...(isCloned ? [message("consequence.member_clone", { member })] : []),
    ...(isVoting(group.listedState)
      ? [message("consequence.member_listed", { member, seconds: expelLimitSeconds })]
      : []),
    message("consequence.member_limit", { member, limitMs }),
  ];
}

function missingOf(difference: GtidDifference | null): number {
  return difference?.missingCount ?? 0;
}
