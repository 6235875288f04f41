import { sampleEverySeconds } from "@primacy/contract";
import {
  type AssembledTopology,
  type MemberLooks,
  type SampledMember,
  sampleMembers,
} from "@primacy/core/topology";
import type { WorkerContext } from "../context";
import type { WatchMetrics } from "./watch-metrics";

/** Pictures come some 1 s apart: the one that is due by half a look is taken, so that samples are 9.5 to 11 s apart. */
const dueAfterMs = sampleEverySeconds * 1_000 - 500;

/**
 * Keeps how the members of one cluster are, each ten seconds: one statement for all of them, beside the watch. One that
 * cannot be stored is lost and counted; neither the picture nor the next sample waits for it.
 */
export class MemberSampler {
  #takenAtMs = Number.NEGATIVE_INFINITY;
  #storing: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly clusterId: string,
    private readonly metrics: Pick<WatchMetrics, "samples">,
    /** What was seen of each host's server since this was last asked for. */
    private readonly takeLooks: () => ReadonlyMap<string, MemberLooks>,
  ) {}

  /** Keeps what this picture says, and the highest that was seen, where a sample is due; returns at once. */
  take(picture: Pick<AssembledTopology, "hosts">): void {
    const nowMs = performance.now();
    if (nowMs - this.#takenAtMs < dueAfterMs) return;
    this.#takenAtMs = nowMs;
    const samples = sampleMembers(picture, this.takeLooks());
    if (this.#storing !== null) {
      this.#lose(new Error("the sample before is still being stored"));
      return;
    }
    this.#storing = this.#store(this.worker.now(), samples).finally(() => {
      this.#storing = null;
    });
  }

  /** Resolves when nothing is being stored any more. */
  async stop(): Promise<void> {
    await this.#storing;
  }

  async #store(at: Date, samples: readonly SampledMember[]): Promise<void> {
    const { db, actor } = this.worker;
    try {
      await db.transact(actor, (unit) => unit.samples.append(this.clusterId, at, samples));
      this.metrics.samples.inc({ outcome: "stored" });
    } catch (error) {
      this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    this.metrics.samples.inc({ outcome: "lost" });
    this.worker.log.warn({ clusterId: this.clusterId, err: error }, "members not sampled");
  }
}
