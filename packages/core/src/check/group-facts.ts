import type { HostObservation } from "@primacy/contract/agent";
import type { GroupFacts } from "./downtime";
import { type CheckedVariable, findNumber } from "./variables";

type Settings = Pick<HostObservation, "variables">;

/** How long a member that fell silent is waited for before it is expelled, in seconds. */
export const expelVariable = "group_replication_member_expel_timeout";
const flpVariable = "group_replication_communication_flp_timeout";

const consistencyVariable = "group_replication_consistency";

/** The system variables that decide how long a group takes to replace its primary, and how long a silent member holds up its commits. */
export const failoverVariables = [
  expelVariable,
  flpVariable,
  consistencyVariable,
] as const satisfies readonly CheckedVariable[];

/** What the servers' settings say of the group's own share in a failover; null where no server said its expel timeout. */
export function findGroupFacts(settings: readonly Settings[]): GroupFacts | null {
  const expels = listNumbers(settings, expelVariable);
  if (expels.length === 0) return null;
  const flp = listNumbers(settings, flpVariable);
  return {
    minExpelSeconds: Math.min(...expels),
    maxExpelSeconds: Math.max(...expels),
    isGreatSql: flp.length > 0,
    flpSeconds: flp.length > 0 ? Math.max(...flp) : null,
    ...(settings.some(waitsForAll) ? { commitsWaitForAll: true } : {}),
  };
}

/** With these, a commit is done once every member that is not expelled has applied it. */
function waitsForAll({ variables }: Settings): boolean {
  return ["AFTER", "BEFORE_AND_AFTER"].includes(variables[consistencyVariable] ?? "");
}

/** What the servers have a numeric variable set to, as far as they said. */
export function listNumbers(settings: readonly Settings[], name: CheckedVariable): readonly number[] {
  return settings.flatMap((one) => findNumber(one, name) ?? []);
}
