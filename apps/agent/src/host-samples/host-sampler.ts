import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type HostSamples, type HostSamplesRequest, hostSamplesKeptMs } from "@primacy/contract/agent";
import { onPulse } from "../clock/pulse";
import { monotonicMs } from "../vip/address/types";
import { type CounterReading, compareCounters, type HostSpan } from "./compare-counters";
import { type HostCounters, parseCounters } from "./parse-counters";

/** Who asks may be away for so long, and finds every second of it. */
const askedLimitMs = 120_000;

/** Looks at this host each second for as long as somebody asks. */
export interface HostSampler {
  /** What came after the named sample and is kept; the first question of all begins to look. Never rejects. */
  list(request: HostSamplesRequest): Promise<HostSamples>;
  /** Ends it; may be called twice. */
  stop(): void;
}

/** What a sampler stands on. */
export interface SamplerParts {
  /** Never rejects. */
  readonly readCounters: () => Promise<HostCounters>;
  readonly nowMs: () => number;
  readonly pulse: (act: () => void) => () => void;
}

const ownHost: SamplerParts = {
  readCounters: readOwnCounters,
  nowMs: monotonicMs,
  pulse: (act) => onPulse(1_000, act),
};

interface Kept {
  readonly seq: number;
  readonly endMs: number;
  readonly span: HostSpan;
}

/** Makes a sampler, which costs nothing before it is asked and two minutes after. */
export function createHostSampler({ readCounters, nowMs, pulse }: SamplerParts = ownHost): HostSampler {
  const series = randomUUID();
  let kept: readonly Kept[] = [];
  let seq = 0;
  let askedMs = 0;
  let last: CounterReading | null = null;
  let isLooking = false;
  let stopPulse: (() => void) | null = null;

  async function look(): Promise<void> {
    const counters = await readCounters();
    const reading = { atMs: nowMs(), counters };
    const span = last === null ? null : compareCounters(last, reading);
    last = reading;
    if (span === null) return;
    seq += 1;
    const oldestMs = reading.atMs - hostSamplesKeptMs;
    kept = [...kept.filter(({ endMs }) => endMs >= oldestMs), { seq, endMs: reading.atMs, span }];
  }

  function stop(): void {
    stopPulse?.();
    stopPulse = null;
    last = null;
  }

  function onBeat(): void {
    if (nowMs() - askedMs > askedLimitMs) {
      stop();
      return;
    }
    // One that is still under way has all of this second.
    if (isLooking) return;
    isLooking = true;
    const done = (): void => {
      isLooking = false;
    };
    look().then(done, done);
  }

  return {
    stop,
    async list({ series: known, after }) {
      askedMs = nowMs();
      if (stopPulse === null) {
        stopPulse = pulse(onBeat);
        onBeat();
      }
      const from = known === series ? after : 0;
      const now = nowMs();
      return {
        series,
        samples: kept
          .filter(({ seq: one, endMs }) => one > from && endMs >= now - hostSamplesKeptMs)
          .map(({ seq: one, endMs, span }) => ({ seq: one, ageMs: Math.max(0, now - endMs), ...span })),
      };
    },
  };
}

async function readOwnCounters(): Promise<HostCounters> {
  return parseCounters({
    stat: readCounterFile("/proc/stat"),
    diskstats: readCounterFile("/proc/diskstats"),
    netDev: readCounterFile("/proc/net/dev"),
    meminfo: readCounterFile("/proc/meminfo"),
  });
}

/** The kernel answers at once, from its memory: another thread for each step of a read would cost more than the read. */
function readCounterFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A container, or a hardened host, may lack any of them.
    return "";
  }
}
