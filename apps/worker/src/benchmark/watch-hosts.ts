import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type GridSecond, type MeasuredSpan, SecondGrid } from "@primacy/core/benchmark";
import type { SourceSeconds } from "@primacy/db";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { helloOf } from "../observe/greet-agent";

/** Somebody who is asked beside a run. */
export interface WatchedSource extends Pick<SourceSeconds, "kind" | "id"> {
  /** What was measured since the last question. */
  ask(signal: AbortSignal): Promise<readonly MeasuredSpan[]>;
  close?(): void;
}

/** What a watch stands on. */
export interface WatchParts {
  readonly worker: Pick<WorkerContext, "agents" | "log">;
  readonly runId: string;
  readonly sources: readonly WatchedSource[];
  readonly loadHost: AgentTarget;
  /** Later seconds are of no run. */
  readonly lastSecond: number;
  readonly store: (sources: readonly SourceSeconds[]) => Promise<void>;
  /** Resolves after so long, or when the signal aborts; replaced in tests. */
  readonly wait?: Wait;
}

type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Goes on beside a run, which never waits for it. */
export interface HostWatch {
  /** The load began then, by the load host's own clock. */
  onStart(startedAt: string): void;
  /** Asks the hosts that answered last once more, stores what is whole, and ends: within some 2 s. Never rejects; may be called twice. */
  stop(): Promise<void>;
}

/** Agents keep every second until they are asked, and each question costs the host; members tell only of the moment. */
const askEveryMs = { host: 2_000, member: 1_000 } as const;
const storeEveryMs = 1_000;
/** How often an agent that does not answer is asked for its clock. */
const clockEveryMs = 1_000;
/** The last seconds of a run are worth no longer wait than this before the next one begins. */
const lastLimitMs = 1_000;
/** Of each source, while it is not known when the run began. */
const mostWaiting = 900;

interface Waiting {
  readonly source: WatchedSource;
  grid: SecondGrid | null;
  spans: MeasuredSpan[];
  hasAnswered: boolean;
}

/**
 * Asks each member once a second, and each host every two, and stores what they say on the seconds of the run. One that does not answer keeps nobody else from
 * being asked, and has a gap.
 */
export function watchHosts(given: WatchParts): HostWatch {
  const parts = { wait: waitFor, ...given };
  const ending = new AbortController();
  const sources = parts.sources.map(
    (source): Waiting => ({ source, grid: null, spans: [], hasAnswered: false }),
  );
  let waiting: readonly SourceSeconds[] = [];
  let startMs: number | null = null;
  let isStarted = false;
  // One listener for each of a dozen sources is no leak.
  setMaxListeners(0, ending.signal);
  let finding: Promise<void> = Promise.resolve();
  const tell = (err: unknown): void =>
    parts.worker.log.warn({ runId: parts.runId, err }, "hosts of a run not measured");

  async function follow(): Promise<void> {
    // Each by itself: a host that is silent for seconds must not cost the others theirs.
    const asking = sources.map((one) =>
      repeat({ ...parts, everyMs: askEveryMs[one.source.kind] }, ending.signal, () =>
        askOne(one, ending.signal, tell),
      ),
    );
    const storing = repeat({ ...parts, everyMs: storeEveryMs }, ending.signal, () => flush(false));
    await Promise.all([...asking, storing]);
  }

  async function flush(isLast: boolean): Promise<void> {
    if (startMs === null) return;
    // What could not be stored, as the database was away, goes with the next.
    waiting = joinSeconds([...waiting, ...takeSeconds(sources, startMs, parts.lastSecond, isLast)]);
    if (waiting.length === 0) return;
    try {
      await parts.store(waiting);
      waiting = [];
    } catch (error) {
      tell(error);
    }
  }

  const following = follow().catch(tell);
  let stopped: Promise<void> | null = null;

  async function end(): Promise<void> {
    ending.abort();
    await Promise.all([following, finding]);
    const last = AbortSignal.timeout(lastLimitMs);
    const worthIt = sources.filter(({ hasAnswered, source }) => hasAnswered && source.kind === "host");
    await Promise.all(worthIt.map((one) => askOne(one, last, () => undefined)));
    await flush(true);
    for (const { source } of sources) source.close?.();
  }

  return {
    onStart(startedAt) {
      if (isStarted) return;
      isStarted = true;
      finding = findStart(parts, startedAt, ending.signal)
        .then((found) => {
          startMs = found;
        })
        .catch(tell);
    },
    stop() {
      stopped ??= end().catch(tell);
      return stopped;
    },
  };
}

async function askOne(one: Waiting, signal: AbortSignal, tell: (error: unknown) => void): Promise<void> {
  try {
    const spans = await one.source.ask(signal);
    one.hasAnswered = spans.length > 0 || one.hasAnswered;
    one.spans = [...one.spans, ...spans].slice(-mostWaiting);
  } catch (error) {
    // Broken off at the end of the run, it is asked once more.
    if (signal.aborted) return;
    one.hasAnswered = false;
    tell(error);
  }
}

function takeSeconds(
  sources: readonly Waiting[],
  startMs: number,
  lastSecond: number,
  isLast: boolean,
): SourceSeconds[] {
  return sources.flatMap((one) => {
    one.grid ??= new SecondGrid(startMs, lastSecond);
    const { grid } = one;
    const whole: GridSecond[] = one.spans.flatMap((span) => grid.push(span));
    one.spans = [];
    if (isLast) whole.push(...grid.end());
    const { kind, id } = one.source;
    return whole.length === 0 ? [] : [{ kind, id, seconds: whole }];
  });
}

/** Each source once, with all of its seconds. */
function joinSeconds(parts: readonly SourceSeconds[]): readonly SourceSeconds[] {
  const bySource = new Map<string, SourceSeconds>();
  for (const one of parts) {
    const key = `${one.kind} ${one.id}`;
    const seconds = [...(bySource.get(key)?.seconds ?? []), ...one.seconds];
    bySource.set(key, { ...one, seconds });
  }
  return [...bySource.values()];
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** So often, and no second time while the time before is still under way. */
async function repeat(
  { wait, everyMs }: { readonly wait: Wait; readonly everyMs: number },
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const sinceMs = performance.now();
    await act();
    const restMs = Math.max(50, everyMs - (performance.now() - sinceMs));
    await wait(restMs, signal);
  }
}

/**
 * The start of the load on this process's clock: by how long ago it is by the clock of the load host, so that no two hosts' clocks are
 * compared. A worker that takes over a run finds the same. Rejects when the signal aborts.
 */
async function findStart(
  { worker, loadHost, wait }: Pick<Required<WatchParts>, "worker" | "loadHost" | "wait">,
  startedAt: string,
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    try {
      const askedMs = performance.now();
      const { clock } = await helloOf(worker, loadHost, signal);
      return (askedMs + performance.now()) / 2 - (clock.wallMs - Date.parse(startedAt));
    } catch (error) {
      if (signal.aborted || !(error instanceof AgentFailure)) throw error;
      await wait(clockEveryMs, signal);
    }
  }
}
