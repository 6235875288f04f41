import { z } from "zod";

/** Benchmarks that follow a published one, so that its figures can stand beside those that were measured. */
export const BenchmarkPreset = z.enum(["article_000_full", "article_000_evening", "article_000_lab"]);
export type BenchmarkPreset = z.infer<typeof BenchmarkPreset>;
