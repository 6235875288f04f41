import { isFinished, type Operation, type Tone } from "@primacy/contract";

/** How long an operation is followed after it ended: long enough to see how, and not until it is old news. */
export const followedMs = 20_000;

type ListedOperation = Pick<Operation, "id" | "state">;

/**
 * When operations ended, as this browser saw it and by its own clock: that of the console may be minutes off. Null: it had
 * ended before this page looked, or has not.
 */
export type KnownEnds = ReadonlyMap<string, { readonly isFinished: boolean; readonly atMs: number | null }>;

/** What is known after another list. In the first one whatever has ended did so before; later nothing has. */
export function noteEnds(
  known: KnownEnds | null,
  operations: readonly ListedOperation[],
  nowMs: number,
): KnownEnds {
  return new Map(
    operations.map(({ id, state }) => {
      const before = known?.get(id);
      if (!isFinished(state)) return [id, { isFinished: false, atMs: null }];
      if (before?.isFinished === true) return [id, before];
      return [id, { isFinished: true, atMs: known === null ? null : nowMs }];
    }),
  );
}

/** In how many milliseconds the next one has been followed for long enough; null: none is followed now. */
export function nextChangeMs(known: KnownEnds | null, nowMs: number): number | null {
  const left = [...(known ?? [])].flatMap(([, { atMs }]) =>
    atMs === null || nowMs - atMs >= followedMs ? [] : [followedMs - (nowMs - atMs)],
  );
  return left.length === 0 ? null : Math.min(...left);
}

/** What the drawer shows: all that runs; else the last one that has just ended, unless something more urgent is on. */
export function chooseFollowed<T extends ListedOperation & Pick<Operation, "clusterId">>(
  operations: readonly T[],
  known: KnownEnds | null,
  clusters: readonly { readonly id: string; readonly tone: Tone }[],
  nowMs: number,
): readonly T[] {
  const running = operations.filter((one) => !isFinished(one.state));
  if (running.length > 0) return running;
  const ended = operations.find(({ id }) => {
    const atMs = known?.get(id)?.atMs ?? null;
    return atMs !== null && nowMs - atMs < followedMs;
  });
  return ended === undefined || isOutshone(ended.clusterId, clusters) ? [] : [ended];
}

/** A success at the foot of the page says that all is well: not where the cluster that it was about is not. */
function isOutshone(
  clusterId: string | null,
  clusters: readonly { readonly id: string; readonly tone: Tone }[],
): boolean {
  return clusters.some(({ id, tone }) =>
    id === clusterId ? tone !== "ok" && tone !== "busy" : clusterId === null && tone === "failed",
  );
}
