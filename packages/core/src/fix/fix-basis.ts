import { type FixBasis, type ProblemDetail, problemDetail } from "@primacy/contract";
import type { FixStep } from "./fix-step";

/** What a plan of a fix stands on. */
export function basisOf(steps: readonly FixStep[]): FixBasis {
  return {
    value: steps[0]?.input.target.running ?? "",
    members: steps.map(({ input: { memberId, variable, before } }) => ({
      memberId,
      variable,
      running: before.running,
    })),
  };
}

/** Every way in which a plan is another one than was confirmed; none where it is the same. */
export function checkBasis(steps: readonly FixStep[], confirmed: FixBasis): readonly ProblemDetail[] {
  const { value } = basisOf(steps);
  const first = steps[0]?.input.variable;
  const confirmedOf = new Map(
    confirmed.members.map(({ memberId, variable = first, running }) => [`${memberId} ${variable}`, running]),
  );
  const findConfirmed = ({ memberId, variable }: FixStep["input"]): string | undefined =>
    confirmedOf.get(`${memberId} ${variable}`);
  const isSameGroup =
    steps.length === confirmed.members.length &&
    steps.every(({ input }) => findConfirmed(input) !== undefined);
  const changed = steps.flatMap(({ input }) => {
    const { variable, name: host, before } = input;
    const running = findConfirmed(input);
    return running === undefined || running === before.running
      ? []
      : [
          problemDetail("/basis/members", "fix_member_changed", {
            variable,
            host,
            actual: before.running,
            confirmed: running,
          }),
        ];
  });
  const variable = first ?? "-";
  return [
    ...(value === confirmed.value
      ? []
      : [
          problemDetail("/basis/value", "fix_value_changed", { variable, value, confirmed: confirmed.value }),
        ]),
    ...(isSameGroup ? [] : [problemDetail("/basis/members", "fix_members_changed")]),
    ...changed,
  ];
}
