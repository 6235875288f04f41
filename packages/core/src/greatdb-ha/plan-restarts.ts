import { message } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";
import type { VipStep } from "../plan/vip-steps";
import type { RestartInput } from "../restart/plan-restart";
import { predictPause, type SwitchoverSnapshot } from "../switchover/check-switchover";
import { planSwitchover, type SwitchoverInput, type SwitchoverParty } from "../switchover/plan-switchover";
import { showLoad } from "./plan-plugin";

/** A member whose server is restarted, and the service that runs it; null: none was found. */
export interface RestartedMember extends SwitchoverParty {
  readonly service: string | null;
}

/** What was seen of a cluster whose servers are to be restarted for the plugin. */
export interface RestartsSight {
  readonly clusterId: string;
  /** Before the switchover to the member that is to be the primary. */
  readonly snapshot: SwitchoverSnapshot;
  readonly members: readonly RestartedMember[];
  readonly limitSeconds: number;
}

/** The input of a step that restarts the server of one member by its host's service manager. */
export interface ServerRestartInput extends RestartInput {
  readonly hostId: string;
  readonly service: string;
}

/** The steps that an application with restarts has beside those of a VIP. */
export type PluginRestartStep =
  | PlannedStep<"plugin.settle", ServerRestartInput>
  | PlannedStep<"plugin.restart", ServerRestartInput>
  | PlannedStep<"switchover.order", SwitchoverInput>;

type Step = VipStep | PluginRestartStep;

/** The member that is to be the primary: by name the last of the others, so that it has all of them around it when it takes over. */
export function chooseNextPrimary({ members }: Pick<SwitchoverSnapshot, "members">): string | null {
  return byName(members).findLast(({ isPrimary }) => !isPrimary)?.memberId ?? null;
}

function byName<T extends { readonly name: string }>(members: readonly T[]): readonly T[] {
  return [...members].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

/**
 * The plan of an apply with a restart of each server. Member by member: all are waited for, the option file, the restart, the plugin; so
 * at most one is ever out. The primary comes last, when another member is it already, and no server is restarted while it is the primary.
 * What proves the address stays at the end. Throws where the next primary or a service is not known: the pre-check refuses that (a bug).
 */
export function planWithRestarts(
  { steps, consequences }: PlannedOperation<VipStep>,
  sight: RestartsSight,
): PlannedOperation<Step> {
  const { clusterId, snapshot, members, limitSeconds } = sight;
  const primaryId = snapshot.members.find(({ isPrimary }) => isPrimary)?.memberId;
  const from = requireMember(members, primaryId);
  const to = requireMember(members, snapshot.targetMemberId);
  const others = byName(members).filter((one) => one !== from && one !== to);
  const order = [...others, to, from];
  const input = { clusterId, from: toParty(from), to: toParty(to) };
  const switchover = planSwitchover(input, [], predictPause(snapshot));
  const orders = switchover.steps.filter((step) => step.code === "switchover.order");
  const first = steps.findIndex(isOfMember);
  const rounds = order.flatMap((member): readonly Step[] => [
    ...(member === from ? orders : []),
    ...roundOf(sight, member, steps.filter(isOfMember)),
  ]);
  const after = steps.slice(first).filter((step) => !isOfMember(step));
  const left = members.length - 1;
  return {
    steps: [...steps.slice(0, first), ...rounds, ...after].map(
      (step, ordinal): Step => ({ ...step, ordinal }),
    ),
    consequences: [
      // The plugin of the next primary takes the address as soon as it is that.
      ...consequences.map((one) =>
        one.code === "consequence.vip_apply"
          ? message("consequence.vip_apply", { ...one.params, primary: to.name })
          : one,
      ),
      message("consequence.restart", { members: order.map(({ name }) => name).join(", ") }),
      message("consequence.restart_connections"),
      message("consequence.restart_margin", { left, survives: Math.max(0, Math.ceil(left / 2) - 1) }),
      ...switchover.consequences,
      message("consequence.plugin_restarts_primary", { member: to.name }),
      message("consequence.plugin_restarts_limit", { limitMs: limitSeconds * 1_000 }),
    ],
  };
}

/** What goes before a member's restart, and what after it. */
const beforeRestart = ["plugin.library", "plugin.capabilities", "plugin.file"] as const;
const afterRestart = ["plugin.capable", "plugin.load"] as const;

type MemberStep = Extract<
  VipStep,
  { readonly code: (typeof beforeRestart)[number] | (typeof afterRestart)[number] }
>;

function isOfMember(step: VipStep): step is MemberStep {
  return isOneOf([...beforeRestart, ...afterRestart], step);
}

function isOneOf(codes: readonly string[], { code }: Pick<VipStep, "code">): boolean {
  return codes.includes(code);
}

/** Library, capabilities and file go before the restart and the plugin after it: a server gives a plugin that is loaded what the files said at its start. */
function roundOf(
  sight: RestartsSight,
  member: RestartedMember,
  steps: readonly MemberStep[],
): readonly Step[] {
  const own = steps.filter(({ hostId }) => hostId === member.hostId);
  return [
    restartStep("plugin.settle", sight, member),
    ...own.filter((step) => isOneOf(beforeRestart, step)),
    restartStep("plugin.restart", sight, member),
    // By then none of them is the primary.
    ...own
      .filter((step) => isOneOf(afterRestart, step))
      .map((step) =>
        step.code === "plugin.load" ? { ...step, preview: showLoad(step.input.settings, false) } : step,
      ),
  ];
}

function restartStep(
  code: "plugin.settle" | "plugin.restart",
  { clusterId, limitSeconds }: RestartsSight,
  { memberId, serverUuid, name, hostId, service }: RestartedMember,
): PluginRestartStep {
  if (hostId === null || service === null) throw new TypeError(`no service of ${name} is known`);
  return {
    ordinal: 0,
    code,
    hostId,
    hostName: name,
    title: message(`step.${code}`, { member: name, service }),
    preview: [],
    // What the first one takes back is a server that is down.
    isReversible: code === "plugin.settle",
    input: { clusterId, memberId, serverUuid, name, hostId, user: null, limitSeconds, service },
  };
}

function requireMember(members: readonly RestartedMember[], memberId: string | undefined): RestartedMember {
  const found = members.find((one) => one.memberId === memberId);
  if (found === undefined) throw new TypeError("a member of the switchover is not known");
  return found;
}

function toParty({ service: _, ...party }: RestartedMember): SwitchoverParty {
  return party;
}
