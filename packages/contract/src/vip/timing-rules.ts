import type { z } from "zod";

interface RelatedTimings {
  readonly pollMs: number;
  readonly probeDeadlineMs: number;
  readonly evidenceMaxAgeMs: number;
  readonly releaseAfterMs: number;
  readonly leaseSeconds: number;
  readonly strangerMaxAgeMs: number;
}

/** How often an agent that does not hold the address asks for it on the wire, in milliseconds. */
const askEveryMs = 1_000;

/**
 * Refuses timings that fit their limits one by one but not together: they would be unsafe, or could never hold an
 * address. The same rules as the decision's own `checkTimings`, which every agent asks again.
 */
export function refuseUnsafeTimings(timings: RelatedTimings, context: z.RefinementCtx<RelatedTimings>): void {
  const { pollMs, evidenceMaxAgeMs, releaseAfterMs, leaseSeconds } = timings;
  const rules: readonly (readonly [keyof RelatedTimings, boolean, string])[] = [
    ["evidenceMaxAgeMs", evidenceMaxAgeMs >= pollMs * 1.1 + 50, "timings_evidence_below_poll"],
    ["releaseAfterMs", releaseAfterMs >= evidenceMaxAgeMs + pollMs, "timings_release_too_early"],
    ["releaseAfterMs", releaseAfterMs < leaseSeconds * 1_000, "timings_release_after_lease"],
    ["probeDeadlineMs", timings.probeDeadlineMs < releaseAfterMs, "timings_probe_after_release"],
    ["strangerMaxAgeMs", timings.strangerMaxAgeMs >= 2 * askEveryMs, "timings_stranger_too_short"],
  ];
  for (const [field, holds, message] of rules)
    if (!holds) context.addIssue({ code: "custom", path: [field], message });
}
