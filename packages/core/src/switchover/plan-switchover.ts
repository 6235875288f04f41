import { type Message, message, messageWith } from "@primacy/contract";
import { type DowntimeSpan, describeSpan } from "../check/describe-span";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";
import { countOpen, type DrainStep, planDrain, type WantedDrain } from "./drain";

/** A member in a switchover, complete in itself. */
export interface SwitchoverParty {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly hostId: string | null;
}

/** The input of both steps of a switchover. */
export interface SwitchoverInput {
  readonly clusterId: string;
  readonly from: SwitchoverParty;
  readonly to: SwitchoverParty;
}

/** A write VIP that follows the primary. */
export interface FollowingVip {
  readonly vipId: string;
  readonly address: string;
}

/** The steps of a switchover: the drain where one is asked for, the order to the group, and the proof that each address follows. */
export type SwitchoverStep =
  | DrainStep
  | PlannedStep<"switchover.order", SwitchoverInput>
  | PlannedStep<"switchover.follow", SwitchoverInput & FollowingVip>;

/**
 * Plans a switchover. It is not taken back: the group serves with either primary, and only one order is given. Without a
 * VIP there is nothing to drain, whatever is asked for. `pause` is for how long writes would stop, as `predictPause` has it; `readAddresses` are the read VIPs that the target's host may have to give away.
 */
export function planSwitchover(
  input: SwitchoverInput,
  vips: readonly FollowingVip[],
  pause: DowntimeSpan,
  drain: WantedDrain | null = null,
  readAddresses: readonly string[] = [],
): PlannedOperation<SwitchoverStep> {
  const order: SwitchoverStep = {
    ordinal: 0,
    code: "switchover.order",
    hostId: input.to.hostId,
    hostName: input.to.name,
    title: message("step.switchover.order", { member: input.to.name }),
    preview: [{ kind: "sql", text: switchoverStatement(input.to.serverUuid, transactionWaitSeconds) }],
    isReversible: false,
    input,
  };
  const reads =
    readAddresses.length === 0
      ? []
      : [
          message("consequence.switchover_reads", {
            host: input.to.name,
            addresses: readAddresses.join(", "),
          }),
        ];
  const span = describeSpan(pause);
  const params = { waitSeconds: transactionWaitSeconds };
  const [first, ...others] = vips;
  if (first === undefined) {
    const alone = messageWith("consequence.switchover_no_vip", params, { span });
    return { steps: [order], consequences: [alone, ...reads] };
  }
  const follows = vips.map(
    (vip): SwitchoverStep => ({
      ordinal: 1,
      code: "switchover.follow",
      hostId: null,
      hostName: null,
      title: message("step.switchover.follow", { address: vip.address }),
      preview: [],
      isReversible: false,
      input: { ...input, ...vip },
    }),
  );
  const drained: readonly SwitchoverStep[] =
    drain === null ? [] : [planDrain(input, first, others, drain.terms)];
  return {
    steps: [...drained, order, ...follows].map((step, ordinal) => ({ ...step, ordinal })),
    consequences: [
      messageWith("consequence.switchover", { ...params, address: first.address }, { span }),
      ...others.map((vip) => message("consequence.switchover_also", { address: vip.address })),
      ...reads,
      ...(drain === null ? [] : [describeDrain(drain, vips)]),
    ],
  };
}

function describeDrain(drain: WantedDrain, vips: readonly FollowingVip[]): Message {
  const { atLimit, waitSeconds } = drain.terms;
  const addresses = vips.map((vip) => vip.address).join(", ");
  return message(`consequence.drain_${atLimit}`, { addresses, waitSeconds, open: countOpen(drain) });
}

/**
 * For so long the group waits for open transactions, and refuses new writes; then it ends those that are left.
 * Without such a limit one idle transaction holds the order up for ever, and nothing can take the order back.
 */
export const transactionWaitSeconds = 10;

/** The order to the group. Throws where the uuid is none, or the wait is no whole number from 0 to 3600 (bugs). */
export function switchoverStatement(serverUuid: string, waitSeconds: number): string {
  if (!/^[0-9a-f-]{36}$/i.test(serverUuid)) throw new TypeError("switchoverStatement: not a server uuid");
  if (!Number.isInteger(waitSeconds) || waitSeconds < 0 || waitSeconds > 3600)
    throw new TypeError("switchoverStatement: not a wait");
  return `SELECT group_replication_set_as_primary('${serverUuid}', ${waitSeconds})`;
}
