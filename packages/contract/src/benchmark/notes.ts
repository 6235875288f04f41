import { z } from "zod";
import { DisplayName, PlainLines } from "../primitives/scalar";

/** The most tags of one benchmark, and characters of its notes. */
export const notesLimits = { tags: 10, characters: 4_000 } as const;

/** What people may say of a benchmark, whenever they like; what is absent stays. The last word counts. */
export const BenchmarkChange = z.strictObject({
  tags: z
    .array(DisplayName)
    .max(notesLimits.tags)
    .refine((tags) => new Set(tags).size === tags.length, { error: "benchmark_same_tag" })
    .optional(),
  notes: PlainLines.max(notesLimits.characters).optional(),
  /** The one that others of its cluster are held against: to pin one takes the pin from another. */
  isPinned: z.boolean().optional(),
});
export type BenchmarkChange = z.infer<typeof BenchmarkChange>;
