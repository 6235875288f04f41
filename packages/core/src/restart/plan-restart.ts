import { message } from "@primacy/contract";
import type { DowntimeSpan } from "../check/describe-span";
import type { MemberParty } from "../member";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";
import type { WantedDrain } from "../switchover/drain";
import {
  type FollowingVip,
  planSwitchover,
  type SwitchoverParty,
  type SwitchoverStep,
} from "../switchover/plan-switchover";

/** The input of `restart.member`. */
export interface RestartInput extends MemberParty {
  /** The administrator who restarts it; null: the one that was kept. */
  readonly user: string | null;
  readonly limitSeconds: number;
}

/** The steps of a rolling restart: each server once, and a switchover before that of the primary. */
export type RestartStep = PlannedStep<"restart.member", RestartInput> | SwitchoverStep;

/** The statement, exactly as it runs on each server. MySQL refuses it where nothing would start the server again. */
export const restartStatement = "RESTART";

/** Who is to be restarted, by whom, and who is the primary before and after. */
export interface RestartRound {
  readonly clusterId: string;
  /** All members, the two of the switchover among them. */
  readonly members: readonly SwitchoverParty[];
  readonly from: SwitchoverParty;
  readonly to: SwitchoverParty;
  /** The write VIPs. */
  readonly vips: readonly FollowingVip[];
  /** The read VIPs that leave a host whose server stops. */
  readonly readAddresses: readonly string[];
  /** The read VIPs that are paused, and so go to no other host while the server of theirs restarts. */
  readonly pausedReadAddresses: readonly string[];
  readonly user: string | null;
  readonly limitSeconds: number;
  /** For how long writes would stop at the switchover, as `predictPause` has it. */
  readonly pause: DowntimeSpan;
  /** How the address is drained before the switchover; null: it is not. */
  readonly drain: WantedDrain | null;
}

/**
 * Plans a rolling restart: first the secondaries, the next primary last among them, so that it has the others around it
 * when it takes over; then the switchover; then the old primary. So the primary changes once, and no server is restarted
 * while it is the primary. It is not taken back: a server that was restarted is as it was.
 */
export function planRestart(round: RestartRound): PlannedOperation<RestartStep> {
  const {
    clusterId,
    members,
    from,
    to,
    vips,
    readAddresses,
    pausedReadAddresses,
    limitSeconds,
    pause,
    drain,
  } = round;
  const before = [
    ...members.filter(({ memberId }) => memberId !== from.memberId && memberId !== to.memberId),
    to,
  ];
  const switchover = planSwitchover({ clusterId, from, to }, vips, pause, drain);
  const steps = [
    ...before.map((member) => restartStep(round, member)),
    ...switchover.steps,
    restartStep(round, from),
  ];
  const left = members.length - 1;
  return {
    steps: steps.map((step, ordinal) => ({ ...step, ordinal })),
    consequences: [
      message("consequence.restart", { members: [...before, from].map(({ name }) => name).join(", ") }),
      message("consequence.restart_connections"),
      message("consequence.restart_margin", { left, survives: Math.max(0, Math.ceil(left / 2) - 1) }),
      ...switchover.consequences,
      ...(readAddresses.length === 0
        ? []
        : [message("consequence.restart_reads", { addresses: readAddresses.join(", ") })]),
      ...(pausedReadAddresses.length === 0
        ? []
        : [message("consequence.restart_reads_paused", { addresses: pausedReadAddresses.join(", ") })]),
      message("consequence.restart_limit", { limitMs: limitSeconds * 1_000 }),
    ],
  };
}

function restartStep(
  { clusterId, user, limitSeconds }: RestartRound,
  { memberId, serverUuid, name, hostId }: SwitchoverParty,
): RestartStep {
  return {
    ordinal: 0,
    code: "restart.member",
    hostId,
    hostName: name,
    title: message("step.restart.member", { member: name }),
    preview: [{ kind: "sql", text: restartStatement }],
    isReversible: false,
    input: { clusterId, memberId, serverUuid, name, hostId, user, limitSeconds },
  };
}
