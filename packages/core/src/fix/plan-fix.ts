import {
  type CheckFix,
  type FixBasis,
  type FixResult,
  type FixVariable,
  fixVariables,
  type Message,
  message,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  type VariableSetting,
} from "@primacy/contract";
import { fittingCheckpointMs } from "../check/checkpoint-period";
import { boundOfMajorityTimeout, fittingMajorityTimeout } from "../check/majority-timeout";
import type { VipCheckSnapshot } from "../check/snapshot";
import type { PlannedOperation } from "../operation/planned-step";
import { compareNames } from "../topology/names";
import { basisOf } from "./fix-basis";
import type { FixStep } from "./fix-step";
import { judgeSetting, variableStatements } from "./variable-statements";

/** A member with what its server has the variables of all fixes set to. */
export interface FixMember {
  readonly memberId: string;
  readonly hostId: string | null;
  readonly name: string;
  /** A variable that the server lacks is absent. */
  readonly settings: Readonly<Partial<Record<FixVariable, VariableSetting>>>;
}

/** The variables that a fix set, each once. */
export function listFixed({ variable, members }: FixResult): readonly FixVariable[] {
  return [...new Set([variable, ...members.map((one) => one.variable ?? variable)])];
}

/** Who a fix is for, and by whom. */
export interface FixOrigin {
  readonly clusterId: string;
  readonly user: string | null;
}

/**
 * The steps that mend what a check found, on every member. Null where no value fits, or a server lacks a variable: a group
 * of which one member is set otherwise behaves by chance.
 */
export function planFix(
  origin: FixOrigin,
  fix: CheckFix,
  members: readonly FixMember[],
): PlannedOperation<FixStep> | null {
  const variables = fixVariables[fix];
  const value = chooseValue(fix, members);
  const wantedOf = (variable: FixVariable): string | null =>
    fix === "restart_safety" && variable === "group_replication_bootstrap_group" ? "OFF" : value;
  const known = members
    .flatMap(({ settings, ...member }) =>
      variables.flatMap((variable) => {
        const before = settings[variable];
        return before === undefined ? [] : [{ ...member, variable, before }];
      }),
    )
    .sort((a, b) => compareNames(a.name, b.name));
  if (value === null || known.length === 0 || known.length < members.length * variables.length) return null;
  return {
    steps: known.map((member, ordinal) => {
      const its = wantedOf(member.variable) ?? value;
      return toStep(origin, { ...member, target: { running: its, persisted: its } }, ordinal);
    }),
    consequences: [message(`consequence.fix.${fix}`, { value }), message("consequence.fix_persisted")],
  };
}

/** Refuses a fix of which no plan can be made. */
export function refuseUnfit(fix: CheckFix): Refusal {
  const code = fix === "restart_safety" ? "fix_bootstrap_first" : "fix_unfit";
  return refuse("conflict", [problemDetail("/fix", code, { variables: fixVariables[fix].join(", ") })]);
}

/**
 * The steps that give each member back what it had before a fix; a member that left the cluster since is left out.
 * Refused with every member on which somebody has set the variable since: what they set is not overwritten, and a group
 * is not given back in part. Refused also with every member that would found a second group when it starts. What was set
 * last on a member is given back first.
 */
export function planRestore(
  origin: FixOrigin,
  { variable, members: fixed }: FixResult,
  members: readonly FixMember[],
): PlannedOperation<FixStep> | Refusal {
  const known = fixed.flatMap((one) => {
    const member = members.find(({ memberId }) => memberId === one.memberId);
    if (member === undefined) return [];
    const { memberId, hostId, name, settings } = member;
    const its = one.variable ?? variable;
    const present = settings[its] ?? null;
    const place = judgeSetting(present, { before: one.after, target: one.before });
    return [
      { memberId, hostId, name, variable: its, present, isOurs: place !== "other", target: one.before },
    ];
  });
  if (known.length === 0) return refuse("conflict", [problemDetail("/operationId", "operation_no_fix")]);
  const strange = known.filter(({ isOurs }) => !isOurs);
  if (strange.length > 0)
    return refuse(
      "conflict",
      strange.map(({ variable: its, name, present }) => setSince(its, name, present)),
    );
  const founders = members.filter((member) => wouldFound(member, known));
  if (founders.length > 0)
    return refuse(
      "conflict",
      founders.map(({ name }) => problemDetail("/operationId", "fix_founds_group", { host: name })),
    );
  const inTurn = [...new Set(known.map(({ memberId }) => memberId))].flatMap((memberId) =>
    known.filter((one) => one.memberId === memberId).reverse(),
  );
  return {
    steps: inTurn.flatMap(({ present, ...member }, ordinal) =>
      present === null ? [] : [toStep(origin, { ...member, before: present }, ordinal)],
    ),
    consequences: [],
  };
}

/** Whether a member that is given these settings back would found a group of its own when its server starts. */
function wouldFound(
  { memberId, settings }: FixMember,
  restored: readonly {
    readonly memberId: string;
    readonly variable: FixVariable;
    readonly target: VariableSetting;
  }[],
): boolean {
  const own = restored.filter((one) => one.memberId === memberId);
  const mayBeOn = (variable: FixVariable): boolean => {
    const setting = own.find((one) => one.variable === variable)?.target ?? settings[variable];
    return setting?.running === "ON" || setting?.persisted === "ON";
  };
  if (!own.some(({ variable }) => startVariables.has(variable))) return false;
  return mayBeOn("group_replication_bootstrap_group") && mayBeOn("group_replication_start_on_boot");
}

/** What decides whether a server that starts founds a group. */
const startVariables: ReadonlySet<FixVariable> = new Set(fixVariables.restart_safety);

function setSince(variable: FixVariable, host: string, present: VariableSetting | null): ProblemDetail {
  const params = {
    variable,
    host,
    actual: present?.running ?? "-",
    actualPersisted: present?.persisted ?? "-",
  };
  return problemDetail("/operationId", "fix_set_since", params);
}

/** A fix with its plan, and what that stands on. */
export interface PlannedFix {
  readonly fix: CheckFix;
  readonly basis: FixBasis;
  readonly planned: PlannedOperation<FixStep>;
}

/** The fixes that the failed and warned checks ask for and that a plan can be made of, each once. */
export function offerFixes(
  snapshot: VipCheckSnapshot,
  clusterId: string,
  asked: readonly (CheckFix | null)[],
): readonly PlannedFix[] {
  const members = snapshot.members.map(toFixMember);
  // A server that would found a group of its own is not to do so whenever it starts: that is mended first.
  const wanted = asked.includes("bootstrap") ? asked.filter((fix) => fix !== "restart_safety") : asked;
  return [...new Set(wanted)].flatMap((fix) => {
    const planned = fix === null ? null : planFix({ clusterId, user: null }, fix, members);
    return fix === null || planned === null ? [] : [{ fix, basis: basisOf(planned.steps), planned }];
  });
}

/** The values that stand in the plan are the running ones; whether they are persisted is read when it is carried out. */
function toFixMember({ memberId, hostId, name, sight }: VipCheckSnapshot["members"][number]): FixMember {
  const variables = sight.kind === "observed" ? sight.observation.variables : {};
  const settings = Object.values(fixVariables)
    .flat()
    .flatMap((variable) => {
      const running = variables[variable];
      return running === undefined ? [] : [[variable, { running, persisted: null }] as const];
    });
  return { memberId, hostId, name, settings: Object.fromEntries(settings) };
}

function chooseValue(fix: CheckFix, members: readonly FixMember[]): string | null {
  switch (fix) {
    case "expel_timeout":
      return "0";
    case "autorejoin":
      return "3";
    case "checkpoint_period":
      return String(fittingCheckpointMs);
    case "durability":
      return "1";
    case "bootstrap":
      return "OFF";
    case "restart_safety":
      return members.every(foundsNone) ? "ON" : null;
    case "majority_timeout": {
      const expels = members.flatMap(({ settings }) => {
        const text = settings.group_replication_member_expel_timeout?.running;
        return text === undefined ? [] : [Number(text)];
      });
      if (expels.length < members.length || expels.length === 0) return null;
      const seconds = fittingMajorityTimeout(boundOfMajorityTimeout(expels));
      return seconds === null ? null : String(seconds);
    }
  }
}

function foundsNone({ settings }: FixMember): boolean {
  const bootstrap = settings.group_replication_bootstrap_group;
  return bootstrap?.running === "OFF" && bootstrap.persisted !== "ON";
}

function toStep(
  { clusterId, user }: FixOrigin,
  member: Omit<FixMember, "settings"> & {
    readonly variable: FixVariable;
    readonly before: VariableSetting;
    readonly target: VariableSetting;
  },
  ordinal: number,
): FixStep {
  const { memberId, hostId, name, variable, before, target } = member;
  return {
    ordinal,
    code: "variable.set",
    hostId,
    hostName: name,
    title: titleOf(member),
    preview: variableStatements(variable, target).map(({ shown }) => ({ kind: "sql", text: shown })),
    isReversible: true,
    input: { clusterId, memberId, name, variable, target, before, user },
  };
}

function titleOf({
  variable,
  name,
  before,
  target,
}: Pick<FixStep["input"], "variable" | "name" | "before" | "target">): Message {
  const params = { variable, value: target.running, host: name, current: before.running };
  return message(target.persisted === null ? "step.variable.reset" : "step.variable.set", params);
}
