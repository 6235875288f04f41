import { z } from "zod";
import { MemberRole, MemberState } from "../cluster/cluster";
import { Id, Instant } from "../primitives/scalar";

/** How far apart the samples of a member are: slow enough to keep for weeks, quick enough to show a stall of seconds. */
export const sampleEverySeconds = 10;

/** How many points a member's series has at most: about a chart's pixels. */
export const maxSamplePoints = 500;

/** The longest time that is summed up at once; it bounds the rows that one question reads. */
export const maxSampleDays = 31;

const daySeconds = 86_400;

/** A part of the past in equal intervals, from `fromMs` until before `toMs`, in milliseconds since 1970. */
export interface SampleWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepSeconds: number;
}

/** The same before its step is chosen. */
export type SampleRange = Omit<SampleWindow, "stepSeconds"> & { readonly stepSeconds?: number | undefined };

/** Why a part of the past cannot be summed up. */
export type SampleRangeProblem = keyof typeof fieldOfProblem;

/** The field of the question that each problem is about. */
export const fieldOfProblem = {
  samples_range_empty: "from",
  samples_range_too_long: "from",
  samples_too_many: "step",
} as const;

/** Everything that is wrong with a part of the past; nothing for one that can be summed up. */
export function checkSampleRange({ fromMs, toMs, stepSeconds }: SampleRange): readonly SampleRangeProblem[] {
  const seconds = (toMs - fromMs) / 1_000;
  if (seconds <= 0) return ["samples_range_empty"];
  const isTooLong = seconds > maxSampleDays * daySeconds;
  const hasTooMany = stepSeconds !== undefined && seconds > stepSeconds * maxSamplePoints;
  return [
    ...(isTooLong ? (["samples_range_too_long"] as const) : []),
    ...(hasTooMany ? (["samples_too_many"] as const) : []),
  ];
}

/** What can be judged of a question, parts of which may be wrong in themselves. */
const Judged = z.object({ from: Instant, to: Instant, step: z.number().optional().catch(undefined) });

function breaks(query: unknown, problem: SampleRangeProblem): boolean {
  const judged = Judged.safeParse(query);
  if (!judged.success) return false;
  const { from, to, step } = judged.data;
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to), stepSeconds: step };
  return checkSampleRange(range).includes(problem);
}

/** Told together with what is wrong in single fields. */
function ruleOf(problem: SampleRangeProblem): {
  error: string;
  path: string[];
  when: (payload: z.core.ParsePayload) => boolean;
} {
  return { error: problem, path: [fieldOfProblem[problem]], when: ({ value }) => value instanceof Object };
}

/** Which samples to sum up: of one member or all, from `from` until before `to`, in intervals of `step` seconds. */
export const SampleQuery = z
  .strictObject({
    member: Id.optional(),
    /** An hour before `to` where it is absent. */
    from: Instant.optional(),
    /** Now where it is absent. */
    to: Instant.optional(),
    step: z.coerce
      .number()
      .int()
      .min(sampleEverySeconds)
      .max(maxSampleDays * daySeconds)
      .optional(),
  })
  .refine((query) => !breaks(query, "samples_range_empty"), ruleOf("samples_range_empty"))
  .refine((query) => !breaks(query, "samples_range_too_long"), ruleOf("samples_range_too_long"))
  .refine((query) => !breaks(query, "samples_too_many"), ruleOf("samples_too_many"));
export type SampleQuery = z.infer<typeof SampleQuery>;

/** What a figure came to in an interval: the highest that any look showed, and its mean over the samples that had it. */
export const SampleFigure = z.object({ max: z.number(), mean: z.number() });
export type SampleFigure = z.infer<typeof SampleFigure>;

/** The samples of one member in one interval, which begins at `at`. A figure that no look told is null. */
export const SamplePoint = z.object({
  at: Instant,
  count: z.number().int(),
  /** How often its server was looked at: what the highest figures are the highest of. */
  looks: z.number().int(),
  /** Every role and state that it was seen in; none while nobody could tell. */
  roles: z.array(MemberRole),
  states: z.array(MemberState),
  /** Transactions that wait to be certified, and those that wait to be applied. */
  certifyQueue: SampleFigure.nullable(),
  applyQueue: SampleFigure.nullable(),
  appliedLagMs: SampleFigure.nullable(),
});
export type SamplePoint = z.infer<typeof SamplePoint>;

/** The points of one member, oldest first; an interval without samples has none. */
export const MemberSamples = z.object({ memberId: Id, points: z.array(SamplePoint).max(maxSamplePoints) });
export type MemberSamples = z.infer<typeof MemberSamples>;

/** How the members of a cluster were, summed up in equal intervals from `from` on. */
export const SampleHistory = z.object({
  from: Instant,
  to: Instant,
  stepSeconds: z.number().int(),
  members: z.array(MemberSamples),
});
export type SampleHistory = z.infer<typeof SampleHistory>;
