import { type FixBasis, type ProblemDetail, problemDetail } from "@primacy/contract";
import type { FixStep } from "./fix-step";

/** What a plan of a fix stands on. */
export function basisOf(steps: readonly FixStep[]): FixBasis {
  return {
    value: steps[0]?.input.target.running ?? "",
    members: steps.map(({ input }) => ({ memberId: input.memberId, running: input.before.running })),
  };
}

/** Every way in which a plan is another one than was confirmed; none where it is the same. */
export function checkBasis(steps: readonly FixStep[], confirmed: FixBasis): readonly ProblemDetail[] {
  const { value } = basisOf(steps);
  const confirmedOf = new Map(confirmed.members.map((one) => [one.memberId, one.running]));
  const isSameGroup =
    steps.length === confirmed.members.length && steps.every(({ input }) => confirmedOf.has(input.memberId));
  const changed = steps.flatMap(({ input }) => {
    const { variable, name: host, memberId, before } = input;
    const running = confirmedOf.get(memberId);
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
  const variable = steps[0]?.input.variable ?? "-";
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
