import {
  checkSampleRange,
  maxSamplePoints,
  type SampleRangeProblem,
  type SampleWindow,
  sampleEverySeconds,
} from "@primacy/contract";

/** What is known of the part of the past that somebody asks for. */
export interface AskedWindow {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly stepSeconds: number | null;
}

const hourMs = 3_600_000;

/**
 * Completes the part of the past that is asked for: until now, for an hour, in steps as short as the limit on points and
 * the distance of samples allow. A list says everything that is wrong with it then.
 */
export function chooseSampleWindow(
  asked: AskedWindow,
  nowMs: number,
): SampleWindow | readonly SampleRangeProblem[] {
  const toMs = asked.toMs ?? nowMs;
  const fromMs = asked.fromMs ?? toMs - hourMs;
  const problems = checkSampleRange({ fromMs, toMs, stepSeconds: asked.stepSeconds ?? undefined });
  if (problems.length > 0) return problems;
  const shortest = Math.ceil((toMs - fromMs) / 1_000 / maxSamplePoints);
  return { fromMs, toMs, stepSeconds: asked.stepSeconds ?? Math.max(sampleEverySeconds, shortest) };
}
