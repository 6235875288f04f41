import { z } from "zod";
import { Id, Locale } from "../primitives/scalar";
import { BenchmarkDetail } from "./benchmark";
import { RunCounters } from "./counters";
import { type HostMetric, type MemberMetric, RunRole } from "./host-curves";

/** What was measured in one second of a run. */
export const RunSample = z.object({
  /** Ends so many seconds after the run's start, from 1; warm-up is in it. */
  second: z.number().int(),
  threads: z.number(),
  tps: z.number(),
  qps: z.number(),
  /** The 95th percentile of the second; null where nothing was done in it. */
  latencyMs: z.number().nullable(),
  errors: z.number(),
  /** Null where the program does not say it. */
  reconnects: z.number().nullable(),
});
export type RunSample = z.infer<typeof RunSample>;

const figure = z.number().nullable();

/** What one host did in one second of a run, in the units of `HostMetric`; null: not measured. */
export const HostSample = z.object({
  second: z.number().int(),
  ...({
    cpu: figure,
    steal: figure,
    networkIn: figure,
    networkOut: figure,
    diskRead: figure,
    diskWrite: figure,
    diskBusy: figure,
    memoryAvailable: figure,
  } satisfies Record<HostMetric, typeof figure>),
});
export type HostSample = z.infer<typeof HostSample>;

/** What one member said of itself in one second of a run; null: not measured, or its version does not say it. */
export const MemberSample = z.object({
  second: z.number().int(),
  isPrimary: z.boolean().nullable(),
  ...({ certify: figure, apply: figure, throttled: figure } satisfies Record<MemberMetric, typeof figure>),
});
export type MemberSample = z.infer<typeof MemberSample>;

const sourceFields = {
  /** Of the host, or of the member. */
  id: Id,
  /** Of the host; null where it is not registered any more. */
  name: z.string().nullable(),
  /** Null where nothing says which of the members was the primary. */
  role: RunRole.nullable(),
};

/** One host or member with every second of a run in which it was asked; a second that is absent was not measured. */
export const RunSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("host"), ...sourceFields, samples: z.array(HostSample) }),
  z.object({ kind: z.literal("member"), ...sourceFields, samples: z.array(MemberSample) }),
]);
export type RunSource = z.infer<typeof RunSource>;

/** Every second of one run, what hosts and members did meanwhile, and what the servers counted during it. */
export const RunSamples = z.object({
  runId: Id,
  samples: z.array(RunSample),
  /** Null: not known. */
  counters: RunCounters.nullable(),
  sources: z.array(RunSource),
});
export type RunSamples = z.infer<typeof RunSamples>;

/** A benchmark with everything that was measured of it. */
export const BenchmarkSamples = z.object({ benchmark: BenchmarkDetail, runs: z.array(RunSamples) });
export type BenchmarkSamples = z.infer<typeof BenchmarkSamples>;

/** In which language; without it, that of whoever asks. */
export const ReportQuery = z.strictObject({ language: Locale.optional() });
export type ReportQuery = z.infer<typeof ReportQuery>;
