import type { Chunk, ChunkResult, Violation } from "./chunk";
import { Pool } from "./pool";
import { type Progress, saveProgress } from "./progress";
import { addTallies, describeTallies, sumTallies } from "./tally";

const CHUNK = 100;
const TELL_EVERY_MS = 10_000;
const SAVE_EVERY_MS = 2000;

/** How a long run is made. Schedules are numbered from 0; `end` is the first that is not run any more. */
export interface LongRunOptions {
  readonly program: string;
  readonly stateFile: string;
  readonly end: number;
  readonly processes: number;
  readonly say: (line: string) => void;
  /** Ends the run early; what was finished is kept. */
  readonly signal: AbortSignal;
}

/** How far it came, and the violation that ended it, or null. */
export interface LongRunEnd {
  readonly progress: Progress;
  readonly violation: Violation | null;
}

/** Runs schedules until all are done, one breaks a promise, or the signal says so. Rejects when a process dies. */
export function runLong(start: Progress, options: LongRunOptions): Promise<LongRunEnd> {
  return new Promise((resolve, reject) => {
    const run = new LongRun(start, options);
    const stop = (): void => pool.stop();
    const pool = new Pool(
      options.program,
      () => run.takeChunk(),
      (result) => {
        if (!run.takeResult(result)) stop();
      },
      (error) => {
        clearInterval(telling);
        options.signal.removeEventListener("abort", stop);
        run.save();
        if (error === null) resolve({ progress: run.progress, violation: run.violation });
        else reject(error);
      },
    );
    const telling = setInterval(() => run.tell(), TELL_EVERY_MS);
    options.signal.addEventListener("abort", stop);
    pool.start(options.processes);
  });
}

/** Hands out chunks in order, and counts their results in order: what counts is always one unbroken range. */
class LongRun {
  violation: Violation | null = null;
  private handedOut: number;
  private readonly early = new Map<number, ChunkResult>();
  private readonly begunAtMs = Date.now();
  private savedAtMs = 0;

  constructor(
    public progress: Progress,
    private readonly options: LongRunOptions,
  ) {
    this.handedOut = progress.next;
    this.startedAt = progress.next;
  }

  private readonly startedAt: number;

  takeChunk(): Chunk | null {
    const count = Math.min(CHUNK, this.options.end - this.handedOut);
    if (count <= 0) return null;
    const firstSeed = this.progress.seed + this.handedOut;
    this.handedOut += count;
    return { firstSeed, count };
  }

  /** False when the run is over. */
  takeResult(result: ChunkResult): boolean {
    if (result.violation !== null) {
      this.violation = result.violation;
      return false;
    }
    this.early.set(result.firstSeed, result);
    for (;;) {
      const { seed, next, tallies } = this.progress;
      const ready = this.early.get(seed + next);
      if (ready === undefined) break;
      this.early.delete(seed + next);
      addTallies(tallies, ready.tallies);
      this.progress = { ...this.progress, next: next + sumTallies(ready.tallies).schedules };
    }
    if (Date.now() - this.savedAtMs >= SAVE_EVERY_MS) this.save();
    return true;
  }

  save(): void {
    this.savedAtMs = Date.now();
    saveProgress(this.options.stateFile, this.progress);
  }

  tell(): void {
    const { next, tallies } = this.progress;
    const perSecond = ((next - this.startedAt) * 1000) / (Date.now() - this.begunAtMs);
    const left = perSecond > 0 ? describeSeconds((this.options.end - next) / perSecond) : "unknown time";
    const { byProof, heldShare } = describeTallies(tallies);
    const proofs = Object.entries(byProof).map(([proof, count]) => `${proof} ${count}`);
    this.options.say(
      `${next} of ${this.options.end} schedules, ${perSecond.toFixed(0)}/s, ${left} left; ` +
        `held ${(100 * heldShare).toFixed(1)} %, ${proofs.join(", ")}`,
    );
  }
}

function describeSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.ceil(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
