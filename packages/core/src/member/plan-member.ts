import { type GtidDifference, type Message, message } from "@primacy/contract";
import { isVoter } from "../cluster";
import type { PlannedOperation, PlannedStep, StepDraft } from "../operation/planned-step";
import type { JudgedMemberAction } from "./check-member";
import { expelLimitSeconds } from "./join-rules";
import { countVotersLeft, type MemberSnapshot } from "./snapshot";

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
  /** Of `return`: the start that follows may clone it. */
  readonly isCloneAllowed: boolean;
}

/** The input of `member.await_online`. */
export interface MemberAwaitInput extends MemberParty {
  readonly limitSeconds: number;
}

/**
 * The steps of actions on a member. `member.clone` starts it as `member.start` does, where Group Replication then clones
 * it: that is never taken back, and `member.await_clone` has no limit, for a stop would leave a server without data.
 */
export type MemberStep =
  | PlannedStep<"member.stop", MemberStopInput>
  | PlannedStep<"member.start", MemberParty>
  | PlannedStep<"member.await_online", MemberAwaitInput>
  | PlannedStep<"member.clone", MemberParty>
  | PlannedStep<"member.await_clone", MemberParty>;

/** The statements, exactly as they run on the member's server. */
export const stopStatement = "STOP GROUP_REPLICATION";
export const startStatement = "START GROUP_REPLICATION";

/**
 * Plans an action on a member that nothing stands against. Only a start that does not clone is taken back, by a stop, where
 * the member does not come ONLINE: a member that was stopped is as it was wanted, or was outside of its group before.
 */
export function planMember(
  party: MemberParty,
  snapshot: MemberSnapshot,
  judged: JudgedMemberAction,
  limitSeconds: number,
): PlannedOperation<MemberStep> {
  if (snapshot.action === "stop")
    return {
      steps: numbered([
        stopDraft(party, {
          purpose: "leave",
          isPrimaryAllowed: snapshot.isPrimaryAllowed,
          isCloneAllowed: false,
        }),
      ]),
      consequences: stopConsequences(snapshot),
    };
  const { server } = snapshot;
  const { isCloned } = judged;
  // MySQL refuses to start what is in ERROR: its Group Replication still runs.
  const isStoppedFirst =
    snapshot.action === "rejoin" || (server.kind === "answering" && server.state !== "OFFLINE");
  return {
    steps: numbered([
      ...(isStoppedFirst
        ? [stopDraft(party, { purpose: "return", isPrimaryAllowed: false, isCloneAllowed: isCloned })]
        : []),
      ...(isCloned
        ? [cloneDraft(party), awaitCloneDraft(party)]
        : [startDraft(party), awaitDraft(party, limitSeconds)]),
    ]),
    consequences: joinConsequences(snapshot, judged, limitSeconds),
  };
}

type Draft = StepDraft<MemberStep>;

function numbered(drafts: readonly Draft[]): readonly MemberStep[] {
  return drafts.map((draft, ordinal) => ({ ...draft, ordinal }));
}

function stopDraft(party: MemberParty, how: Omit<MemberStopInput, keyof MemberParty>): Draft {
  return {
    code: "member.stop",
    ...about(party),
    title: message("step.member.stop", { member: party.name }),
    preview: [{ kind: "sql", text: stopStatement }],
    isReversible: false,
    input: { ...party, ...how },
  };
}

function startDraft(party: MemberParty): Draft {
  return {
    code: "member.start",
    ...about(party),
    title: message("step.member.start", { member: party.name }),
    preview: [{ kind: "sql", text: startStatement }],
    isReversible: true,
    input: party,
  };
}

function awaitDraft(party: MemberParty, limitSeconds: number): Draft {
  return {
    code: "member.await_online",
    ...about(party),
    title: message("step.member.await_online", { member: party.name }),
    preview: [],
    isReversible: false,
    input: { ...party, limitSeconds },
  };
}

function cloneDraft(party: MemberParty): Draft {
  return {
    code: "member.clone",
    ...about(party),
    title: message("step.member.clone", { member: party.name }),
    preview: [{ kind: "sql", text: startStatement }],
    isReversible: false,
    input: party,
  };
}

function awaitCloneDraft(party: MemberParty): Draft {
  return {
    code: "member.await_clone",
    ...about(party),
    title: message("step.member.await_clone", { member: party.name }),
    preview: [],
    isReversible: false,
    input: party,
  };
}

function about({ hostId, name }: MemberParty): Pick<Draft, "hostId" | "hostName"> {
  return { hostId, hostName: name };
}

function stopConsequences(snapshot: MemberSnapshot): readonly Message[] {
  const { name: member, group } = snapshot;
  const { present, total, survives } = countVotersLeft(snapshot);
  const voters = { member, online: present, total, survives };
  return [
    message("consequence.member_stop", voters),
    ...(isVoter(group.listedState) && survives === 0 ? [message("consequence.member_fragile", voters)] : []),
    ...(group.isPrimary ? [primaryConsequence(snapshot)] : []),
    ...(snapshot.readAddresses.length === 0
      ? []
      : [message("consequence.member_stop_reads", { addresses: snapshot.readAddresses.join(", ") })]),
    ...(snapshot.pausedReadAddresses.length === 0
      ? []
      : [
          message("consequence.member_stop_reads_paused", {
            member,
            addresses: snapshot.pausedReadAddresses.join(", "),
          }),
        ]),
  ];
}

function primaryConsequence({ name: member, vipAddress, vipPause, group }: MemberSnapshot): Message {
  if (group.isSinglePrimary === false) return message("consequence.member_stop_writer", { member });
  if (vipAddress === null) return message("consequence.member_stop_primary", { member });
  const params = { member, address: vipAddress };
  switch (vipPause?.kind) {
    case undefined:
      return message("consequence.member_stop_primary_vip", { member, addresses: vipAddress });
    case "here":
      return message("consequence.member_stop_primary_paused_here", params);
    case "elsewhere":
      return message("consequence.member_stop_primary_paused_elsewhere", {
        ...params,
        host: vipPause.hostName,
      });
    case "nowhere":
      return message("consequence.member_stop_primary_paused", params);
  }
}

/** A member that comes back is a secondary, and no other host takes what is paused on its own. */
function pauseConsequence({ name: member, vipAddress, vipPause }: MemberSnapshot): readonly Message[] {
  return vipAddress === null || vipPause?.kind !== "here"
    ? []
    : [message("consequence.member_join_paused", { member, address: vipAddress })];
}

function joinConsequences(
  snapshot: MemberSnapshot,
  { difference, isCloned }: JudgedMemberAction,
  limitSeconds: number,
): readonly Message[] {
  const { name: member, group } = snapshot;
  const limitMs = limitSeconds * 1_000;
  return [
    // What cannot be taken back comes first.
    ...(isCloned ? [message("consequence.member_clone", { member })] : []),
    message("consequence.member_start", { member, missing: missingOf(difference) }),
    ...pauseConsequence(snapshot),
    ...(isVoter(group.listedState)
      ? [message("consequence.member_listed", { member, seconds: expelLimitSeconds })]
      : []),
    isCloned
      ? message("consequence.member_clone_unlimited", { member })
      : message("consequence.member_limit", { member, limitMs }),
  ];
}

function missingOf(difference: GtidDifference | null): number {
  return difference?.missingCount ?? 0;
}
