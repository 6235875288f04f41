import type { Check } from "@primacy/contract";
import { buildCheck, type CheckCode, type CheckPlace, type Finding } from "./build-check";

/** What became of a need: what the judge gets by it, or what the check says instead. Null: another check says it. */
export type Answer<T> =
  | { readonly kind: "given"; readonly given: T }
  | { readonly kind: "missing"; readonly finding: Finding | null };

/** Answers each need by its name: `S` is what the checks are about, `G` what each need gives beside it. */
export type Needs<S, G> = { readonly [N in keyof G]: (subject: S) => Answer<G[N]> };

/**
 * A check as data. Its judge is pure, and gets the subject with exactly what the need guarantees. What a check reports
 * besides stands here too: whether it is made at all, and what it says where its need is missing.
 */
export type DeclaredCheck<S, G, N extends keyof G = keyof G> = {
  readonly [P in N]: {
    readonly code: CheckCode;
    /** What must have answered; where it did not, the check is skipped and says so. */
    readonly needs: P;
    /** Whether the check is made at all, whatever answers; absent: always. */
    readonly applies?: (subject: S) => boolean;
    /** Where its need is missing, the check is left out rather than skipped. */
    readonly isQuiet?: true;
    /** Each finding becomes a check: several of one code where there are several, and none where there is none. */
    readonly judge: (seen: S & G[P]) => Finding | readonly Finding[];
  };
}[N];

/** A check that is made once (`cluster`), or of each member. */
export type ScopedCheck<C, CG, M, MG> =
  | ({ readonly scope: "cluster" } & DeclaredCheck<C, CG>)
  | ({ readonly scope: "member" } & DeclaredCheck<M, MG>);

/** What each need gives is fields, which stand beside those of the subject. */
type Given<G> = Readonly<Record<keyof G, object>>;

/** Makes one declared check of one subject: of a list that has no members to go through, make each like this. */
export function runCheck<S extends object, G extends Given<G>, N extends keyof G>(
  check: DeclaredCheck<S, G, N>,
  subject: S,
  needs: Needs<S, G>,
  place: CheckPlace | null,
): readonly Check[] {
  if (check.applies?.(subject) === false) return [];
  const answer = needs[check.needs](subject);
  if (answer.kind === "missing")
    return answer.finding === null || check.isQuiet === true
      ? []
      : [buildCheck(check.code, place, answer.finding)];
  const found = check.judge({ ...subject, ...answer.given });
  return ("result" in found ? [found] : found).map((finding) => buildCheck(check.code, place, finding));
}

/**
 * Makes every check of a list, in its order. Neighbours of scope `member` stay together: all of them of the first member,
 * then all of the next. No check keeps another from being made.
 */
export function runChecks<
  C extends object,
  CG extends Given<CG>,
  M extends { readonly member: CheckPlace },
  MG extends Given<MG>,
>(
  checks: readonly ScopedCheck<C, CG, M, MG>[],
  cluster: { readonly subject: C; readonly needs: Needs<C, CG> },
  members: { readonly subjects: readonly M[]; readonly needs: Needs<M, MG> },
): readonly Check[] {
  return splitByScope(checks).flatMap((neighbours) => [
    ...neighbours.flatMap((check) =>
      check.scope === "cluster" ? runCheck(check, cluster.subject, cluster.needs, null) : [],
    ),
    ...members.subjects.flatMap((subject) =>
      neighbours.flatMap((check) =>
        check.scope === "member" ? runCheck(check, subject, members.needs, subject.member) : [],
      ),
    ),
  ]);
}

/** The answer to a need that is met. */
export function given<T>(value: T): Answer<T> {
  return { kind: "given", given: value };
}

/** The answer to a need that is not met, with what its checks say instead; null: that is another check's to say. */
export function missing(finding: Finding | null): Answer<never> {
  return { kind: "missing", finding };
}

/** The answer to the need of a check that judges whatever is known. */
export function nothing(): Answer<object> {
  return given({});
}

/** Cuts a list wherever the scope changes. */
function splitByScope<T extends { readonly scope: string }>(checks: readonly T[]): readonly (readonly T[])[] {
  const starts = checks.flatMap(({ scope }, at) => (scope === checks[at - 1]?.scope ? [] : [at]));
  return starts.map((start, index) => checks.slice(start, starts[index + 1]));
}
