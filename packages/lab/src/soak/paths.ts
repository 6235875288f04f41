import { z } from "zod";

/** The ways to the primary over which the same kind of rows is written, in the order of the tables. */
export const pathNames = ["vip", "router", "haproxy", "direct"] as const;

/** One way to the primary. */
export type PathName = (typeof pathNames)[number];

/** Those that are compared with the VIP and judged by nobody. */
export const baselineNames = ["router", "haproxy"] as const satisfies readonly PathName[];

/** A way that is compared with the VIP. */
export type BaselineName = (typeof baselineNames)[number];

/** What each is called for people. */
export const pathTitles: Readonly<Record<PathName, string>> = {
  vip: "VIP",
  router: "Router",
  haproxy: "HAProxy",
  direct: "direct",
};

const Count = z.number().int().min(0);

/** Rows, named `run/seq`. */
export const WrongRows = z.object({
  /** Acknowledged, and absent on some server. */
  lostWrites: z.array(z.string()),
  /** There, and never sent, or refused each time. */
  phantomWrites: z.array(z.string()),
});

/** Rows, named `run/seq`. */
export type WrongRows = z.infer<typeof WrongRows>;

/** What one way went through around one fault. */
export const PathOutcome = WrongRows.extend({
  /** The longest time without an acknowledged write, in ms; null where none was acknowledged just before the fault. */
  gapMs: z.number().nullable(),
  /** Whether it went on still when it was looked at last. */
  isOpen: z.boolean(),
  /** Rows, by what the client was told of them. */
  acked: Count,
  refused: Count,
  unknown: Count,
  /** How often it had to be started anew before the fault, since it led nowhere. */
  restarts: Count,
});

/** What one way went through around one fault. */
export type PathOutcome = z.infer<typeof PathOutcome>;

/** What each way went through around one fault. */
export const PathOutcomes = z.object({
  vip: PathOutcome,
  router: PathOutcome,
  haproxy: PathOutcome,
  direct: PathOutcome,
});

/** What each way went through around one fault. */
export type PathOutcomes = z.infer<typeof PathOutcomes>;

/** How long nothing was acknowledged over a way, in words for people; a plus where it had not ended. */
export function describePath(path: PathName, { gapMs, isOpen }: PathOutcome): string {
  const gap = gapMs === null ? "not served" : `${Math.round(gapMs)}${isOpen ? "+" : ""} ms`;
  return `${pathTitles[path]} ${gap}`;
}

/** Of a way over which nothing was seen. */
export const unseenPath: PathOutcome = {
  ...{ gapMs: null, isOpen: false, acked: 0, refused: 0, unknown: 0, restarts: 0 },
  ...{ lostWrites: [], phantomWrites: [] },
};
