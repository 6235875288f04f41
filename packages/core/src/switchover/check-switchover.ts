import type {
  CheckReport,
  DowntimeEstimate,
  MemberState,
  VipAgentState,
  VipTimings,
} from "@primacy/contract";
import type { Finding } from "../check/build-check";
import { oneDecimal, proofWaitMs } from "../check/downtime";
import { predictSwitchover } from "../check/predict-downtime";
import { type DeclaredCheck, given, missing, type Needs, nothing, runCheck } from "../check/run-checks";
import type { LongTransactions } from "../check/snapshot";
import { longTransactions } from "../check/transaction-rules";
import { judgeDrain, type WantedDrain } from "./drain";

/** What the agent beside a member says, or why it says nothing. */
export type SwitchoverAgent =
  | {
      readonly kind: "answering";
      /** Its state for the cluster's write VIP, of several for the one that stands worst; null where it does not know of one. */
      readonly vip: {
        readonly state: VipAgentState;
        readonly isBound: boolean;
        readonly reason: string;
      } | null;
    }
  | { readonly kind: "silent"; readonly reason: string };

/** One member as it is before a switchover. */
export interface SwitchoverMember {
  readonly memberId: string;
  readonly name: string;
  readonly state: MemberState | null;
  readonly isPrimary: boolean;
  /** Transactions that wait for certification or to be applied. */
  readonly queue: number | null;
  readonly lagMs: number | null;
  /** How long it may wait for a checkpoint of its applier when it becomes primary; null: unknown. */
  readonly checkpointMs: number | null;
  readonly agent: SwitchoverAgent;
}

/** Everything that decides whether a switchover may run. */
export interface SwitchoverSnapshot {
  readonly targetMemberId: string;
  readonly members: readonly SwitchoverMember[];
  readonly isSinglePrimary: boolean | null;
  readonly onlineCount: number;
  readonly voterCount: number;
  /** Voters of the group that are no registered members, as `listUnregistered` names them. */
  readonly unregistered: readonly string[];
  /** The address of the first enabled write VIP that agents move; null where there is none. */
  readonly vipAddress: string | null;
  /** The write VIP that a plugin of the servers moves, of which no agent is told; absent: there is none. */
  readonly pluginAddress?: string | null;
  /** Transactions open on the primary for `longTransactionSeconds` or longer; null where it could not be asked. */
  readonly longTransactions: LongTransactions | null;
  readonly timings: VipTimings;
  /** Null: the address is not to be drained first. */
  readonly drain: WantedDrain | null;
}

/** Above these the pause of writes is named. */
const warnAbove = { lagMs: 1_000, queue: 100 };
/** From these on the pause would be too long. */
const failFrom = { lagMs: 10_000, queue: 10_000 };

interface SwitchoverGiven {
  readonly nothing: object;
  /** The target is a member that is not the primary yet. Where it is none, `switchover_target` says so. */
  readonly target: { readonly target: SwitchoverMember };
}

/** One pre-check of a switchover, or of what has one in its midst, as data. */
export type SwitchoverCheck = DeclaredCheck<SwitchoverSnapshot, SwitchoverGiven>;

/** Every pre-check of a switchover, in the order of the report. */
export const switchoverChecks: readonly SwitchoverCheck[] = [
  { code: "single_primary", needs: "nothing", judge: mode },
  { code: "majority", needs: "nothing", judge: majority },
  { code: "members_registered", needs: "nothing", applies: hasVoters, judge: membersRegistered },
  { code: "switchover_target", needs: "nothing", judge: targetState },
  { code: "switchover_queue", needs: "target", judge: backlog },
  { code: "switchover_agents", needs: "nothing", judge: agents },
  { code: "switchover_drain", needs: "nothing", judge: drains },
  { code: "switchover_transactions", needs: "nothing", judge: transactions },
];

const needs: Needs<SwitchoverSnapshot, SwitchoverGiven> = {
  nothing,
  target: (snapshot) => {
    const target = findTarget(snapshot);
    return target === undefined || target.isPrimary ? missing(null) : given({ target });
  },
};

/** Judges the pre-conditions of a switchover. Nothing may be ordered while `hasFailures`. */
export function checkSwitchover(snapshot: SwitchoverSnapshot): CheckReport {
  return reportSwitchover(switchoverChecks, snapshot);
}

/** The report of a list of such checks, with the prediction of the one switchover. */
export function reportSwitchover(
  list: readonly SwitchoverCheck[],
  snapshot: SwitchoverSnapshot,
): CheckReport {
  const checks = list.flatMap((check) => runCheck(check, snapshot, needs, null));
  return {
    checks,
    hasFailures: checks.some((check) => check.result === "fail"),
    estimates: [predictPause(snapshot)],
  };
}

/** For how long writes would stop: the one prediction of this switchover, in its report and in its plan. */
export function predictPause(snapshot: SwitchoverSnapshot): DowntimeEstimate {
  return predictSwitchover(snapshot.vipAddress !== null, findTarget(snapshot));
}

function findTarget({ members, targetMemberId }: SwitchoverSnapshot): SwitchoverMember | undefined {
  return members.find(({ memberId }) => memberId === targetMemberId);
}

function mode(snapshot: SwitchoverSnapshot): Finding {
  const remedy = "check.single_primary.remedy";
  if (snapshot.isSinglePrimary === null)
    return { result: "fail", evidence: "check.single_primary.fail_unknown", remedy };
  if (!snapshot.isSinglePrimary)
    return { result: "fail", evidence: "check.single_primary.fail_multi", remedy };
  const primary = snapshot.members.find((member) => member.isPrimary);
  return primary === undefined
    ? { result: "fail", evidence: "check.single_primary.fail_none", remedy }
    : { result: "pass", evidence: "check.single_primary.pass", params: { primary: primary.name } };
}

function majority({ onlineCount, voterCount }: SwitchoverSnapshot): Finding {
  const params = { online: onlineCount, total: voterCount };
  return voterCount > 0 && onlineCount * 2 > voterCount
    ? { result: "pass", evidence: "check.majority.pass", params }
    : { result: "fail", evidence: "check.majority.fail", remedy: "check.majority.remedy", params };
}

/** The move itself is between two members that are known; a later election may choose the unknown one. */
function membersRegistered({ unregistered, voterCount }: SwitchoverSnapshot): Finding {
  if (unregistered.length === 0)
    return { result: "pass", evidence: "check.members_registered.pass", params: { total: voterCount } };
  const remedy = "check.members_registered.remedy";
  const params = { addresses: unregistered.join(", ") };
  return { result: "warn", evidence: "check.members_registered.warn", remedy, params };
}

function hasVoters({ voterCount }: SwitchoverSnapshot): boolean {
  return voterCount > 0;
}

function targetState(snapshot: SwitchoverSnapshot): Finding {
  const target = findTarget(snapshot);
  const remedy = "check.switchover_target.remedy";
  const params = { member: target?.name ?? snapshot.targetMemberId, state: target?.state ?? "-" };
  if (target?.isPrimary === true)
    return { result: "fail", evidence: "check.switchover_target.fail_primary", remedy, params };
  if (target?.state !== "ONLINE")
    return { result: "fail", evidence: "check.switchover_target.fail_state", remedy, params };
  return { result: "pass", evidence: "check.switchover_target.pass", params };
}

function backlog({ target }: SwitchoverGiven["target"]): Finding {
  const remedy = "check.switchover_queue.remedy";
  // A member that has applied nothing yet, or speaks through no agent, knows no lag: its queue says enough.
  if (target.queue === null)
    return { result: "fail", evidence: "check.switchover_queue.fail_unknown", remedy };
  const lagMs = Math.round(target.lagMs ?? 0);
  const params = { queue: target.queue, lagMs };
  if (lagMs >= failFrom.lagMs || target.queue >= failFrom.queue)
    return { result: "fail", evidence: "check.switchover_queue.fail", remedy, params };
  if (lagMs > warnAbove.lagMs || target.queue > warnAbove.queue)
    return { result: "warn", evidence: "check.switchover_queue.warn", remedy, params };
  return { result: "pass", evidence: "check.switchover_queue.pass", params };
}

/** The old primary must be able to confirm its release, and the target to take the address; the rest only cost time. */
function agents(snapshot: SwitchoverSnapshot): readonly Finding[] {
  const target = findTarget(snapshot);
  if (snapshot.vipAddress === null) return [withoutAgents(snapshot.pluginAddress ?? null)];
  const remedy = "check.switchover_agents.remedy";
  const needed = snapshot.members.filter(
    (member) => member.isPrimary || member.memberId === target?.memberId,
  );
  const silent = needed.flatMap(({ name, agent }): Finding[] =>
    agent.kind === "silent"
      ? [
          {
            result: "fail",
            evidence: "check.switchover_agents.fail",
            remedy,
            params: { host: name, reason: agent.reason },
          },
        ]
      : [],
  );
  const blocked = blockedTarget(target);
  const others = snapshot.members.filter(
    (member) => !needed.includes(member) && member.agent.kind === "silent",
  );
  const slow: readonly Finding[] =
    others.length === 0
      ? []
      : [
          {
            result: "warn",
            evidence: "check.switchover_agents.warn",
            remedy,
            params: {
              hosts: others.map((member) => member.name).join(", "),
              waitSeconds: oneDecimal(proofWaitMs(snapshot.timings) / 1000),
            },
          },
        ];
  const findings = [...silent, ...blocked, ...slow];
  return findings.length > 0 ? findings : [{ result: "pass", evidence: "check.switchover_agents.pass" }];
}

/** The states in which an agent takes no address, whoever is the primary. */
export const unwilling: readonly VipAgentState[] = ["CONFLICT", "BLOCKED", "MAINT", "DISABLED"];

/** The plugins agree among themselves, and the old one lets go only once it is told. */
function withoutAgents(address: string | null): Finding {
  if (address === null) return { result: "pass", evidence: "check.switchover_agents.pass_no_vip" };
  const remedy = "check.switchover_agents.remedy_plugin";
  return { result: "warn", evidence: "check.switchover_agents.warn_plugin", remedy, params: { address } };
}

function blockedTarget(target: SwitchoverMember | undefined): readonly Finding[] {
  if (target === undefined || target.agent.kind === "silent") return [];
  const { vip } = target.agent;
  if (vip !== null && !unwilling.includes(vip.state)) return [];
  return [
    {
      result: "fail",
      evidence: "check.switchover_agents.fail_blocked",
      remedy: "check.switchover_agents.remedy",
      params: { host: target.name, state: vip?.state ?? "-", reason: vip?.reason ?? "" },
    },
  ];
}

function drains({ drain, vipAddress, members }: SwitchoverSnapshot): readonly Finding[] {
  const primary = members.find((member) => member.isPrimary);
  return drain === null || primary === undefined ? [] : [judgeDrain(drain, vipAddress, primary.name)];
}

function transactions(snapshot: SwitchoverSnapshot): readonly Finding[] {
  const open = snapshot.longTransactions;
  const primary = snapshot.members.find((member) => member.isPrimary);
  if (open === null || primary === undefined) return [];
  return [longTransactions(open, primary.name)];
}
