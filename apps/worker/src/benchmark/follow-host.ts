import type { HostSample } from "@primacy/contract/agent";
import type { MeasuredSpan } from "@primacy/core/benchmark";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { helloOf } from "../observe/greet-agent";

type Agents = Pick<WorkerContext, "agents">;

/** An answer that comes later is asked for again: what it has is kept by the agent. */
const askLimitMs = 2_000;

/** Asks one host, a question at a time, what it did since the last answer. */
export interface HostFollower {
  /** What came since; nothing from an agent that is away, or that cannot tell. Throws only what is no failure of an agent. */
  ask(signal: AbortSignal): Promise<readonly MeasuredSpan[]>;
}

/** Follows the samples of a host. A host that cannot be asked has a gap, and is asked again the next time. */
export function followHost(worker: Agents, target: AgentTarget): HostFollower {
  let canTell: boolean | null = null;
  let series: string | null = null;
  let after = 0;
  let lastEndMs = Number.NEGATIVE_INFINITY;

  async function askAgent(signal: AbortSignal): Promise<readonly MeasuredSpan[]> {
    canTell ??= (await helloOf(worker, target, signal)).abilities.includes("host_samples");
    if (!canTell) return [];
    const askedMs = performance.now();
    const answer = await worker.agents
      .clientFor(target)
      .call("listHostSamples", { series, after }, { signal, timeoutMs: askLimitMs });
    // The agent answered at some moment between: in the middle is wrong by half of the way there and back at most.
    const answeredMs = (askedMs + performance.now()) / 2;
    const isNew = series !== answer.series;
    series = answer.series;
    after = answer.samples.at(-1)?.seq ?? (isNew ? 0 : after);
    const spans = answer.samples.map((sample) => toSpan(sample, answeredMs, lastEndMs));
    lastEndMs = spans.at(-1)?.toMs ?? lastEndMs;
    return spans;
  }

  return {
    async ask(signal) {
      try {
        return await askAgent(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AgentFailure)) throw error;
        // It may come back as another version.
        canTell = null;
        return [];
      }
    },
  };
}

/** Answers take different times to come: no moment is counted twice for that. */
function toSpan(sample: HostSample, answeredMs: number, lastEndMs: number): MeasuredSpan {
  const toMs = answeredMs - sample.ageMs;
  return {
    fromMs: Math.min(toMs, Math.max(lastEndMs, toMs - sample.spanMs)),
    toMs,
    values: valuesOf(sample),
  };
}

function valuesOf({ cpu, disk, network, memoryAvailableBytes }: HostSample): MeasuredSpan["values"] {
  return {
    cpu: cpu?.busy ?? null,
    steal: cpu?.steal ?? null,
    networkIn: network?.inBytes ?? null,
    networkOut: network?.outBytes ?? null,
    diskRead: disk?.readBytes ?? null,
    diskWrite: disk?.writeBytes ?? null,
    diskBusy: disk?.busiest ?? null,
    memoryAvailable: memoryAvailableBytes,
  };
}
