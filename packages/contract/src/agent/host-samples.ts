import { z } from "zod";
import { Id } from "../primitives/scalar";

/** How long an agent keeps a sample. */
export const hostSamplesKeptMs = 600_000;

/** Asks for what came after a sample; `after` counts within a series alone, and 0 asks for everything that is kept. */
export const HostSamplesRequest = z.strictObject({
  /** The series that `after` is of; null: the one who asks knows of none. */
  series: Id.nullable(),
  after: z.number().int().nonnegative(),
});
export type HostSamplesRequest = z.infer<typeof HostSamplesRequest>;

/** What went over a network interface, in bytes per second. */
const Traffic = z.object({ inBytes: z.number(), outBytes: z.number() });

/** What a host did between two looks, which are about a second apart. Null: the kernel does not say, or there was nothing before to compare with. */
export const HostSample = z.object({
  seq: z.number().int().positive(),
  /** How long ago it ended when the answer was given, on the agent's monotonic clock. */
  ageMs: z.number().nonnegative(),
  /** How long it is. */
  spanMs: z.number().positive(),
  /** Shares of all processors' time, from 0 to 1: not idle, and taken by the hypervisor, which is part of the former. */
  cpu: z.object({ busy: z.number(), steal: z.number() }).nullable(),
  /** Of the disks together, in bytes per second; `busiest`: the share of the time in which the busiest had something to do. */
  disk: z.object({ readBytes: z.number(), writeBytes: z.number(), busiest: z.number() }).nullable(),
  /** Of the interfaces that count, together. */
  network: Traffic.nullable(),
  /** Each interface but loopback. What stands upon others, as a bridge or a bond does, does not count: its bytes are theirs too. */
  interfaces: z.array(Traffic.extend({ name: z.string(), counts: z.boolean() })),
  memoryAvailableBytes: z.number().nullable(),
});
export type HostSample = z.infer<typeof HostSample>;

/** What is kept and was asked for, the oldest first. */
export const HostSamples = z.object({
  /** Another one after each start of the agent: then the samples are all that it has. */
  series: Id,
  samples: z.array(HostSample),
});
export type HostSamples = z.infer<typeof HostSamples>;
