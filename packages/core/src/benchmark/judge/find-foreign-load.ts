import { foreignLimit, type Message, message, type SharedWork } from "@primacy/contract";

/** What others ran on a member beside a run, and more of it than a run may have beside it. */
export interface ForeignLoad {
  /** By what it is above the limit: the number of statements, or the time that they took. */
  readonly kind: "statements" | "time";
  readonly member: string;
  /** Who ran most of it. */
  readonly user: string;
  /** Statements, or milliseconds. */
  readonly foreign: number;
  readonly own: number;
}

/**
 * The member on which others ran more than {@link foreignLimit} allows, the worst one first; null where none did, or nobody knows. `names` has the
 * names of members by their ids.
 */
export function findForeignLoad(
  work: SharedWork | null,
  names: ReadonlyMap<string, string>,
): ForeignLoad | null {
  if (work === null) return null;
  const found = work.foreign.flatMap(({ memberId, user, count, totalMs }): ForeignLoad[] => {
    const about = { member: names.get(memberId) ?? memberId, user };
    return [
      ...(count < foreignLimit.leastStatements
        ? []
        : [{ ...about, kind: "statements" as const, foreign: count, own: work.own.count }]),
      ...(totalMs < foreignLimit.leastMs
        ? []
        : [{ ...about, kind: "time" as const, foreign: totalMs, own: work.own.totalMs }]),
    ];
  });
  const [worst] = found
    .filter((one) => shareOf(one) > foreignLimit.share)
    .sort((a, b) => shareOf(b) - shareOf(a));
  return worst ?? null;
}

/** The same in words. */
export function explainForeignLoad(load: ForeignLoad): Message {
  const { kind, member, user } = load;
  // Rounded up, so that what is above the limit never reads as the limit itself.
  const share = Math.ceil(shareOf(load) * 1_000) / 10;
  const params = { member, user, share, limit: foreignLimit.share * 100 };
  return message(`why.benchmark_foreign_${kind}`, params);
}

/** Of both together. */
function shareOf({ foreign, own }: Pick<ForeignLoad, "foreign" | "own">): number {
  return foreign / (foreign + own);
}
