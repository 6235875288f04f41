import type { ClusterEndpoint, MeasuredEndpoint } from "@primacy/contract";

/** An endpoint that nobody has looked at. */
export function unmeasured(endpoint: ClusterEndpoint): MeasuredEndpoint {
  return {
    ...endpoint,
    purpose: "any",
    customId: null,
    health: {
      state: "unknown",
      tone: "unknown",
      servers: [],
      loginMs: null,
      ageMs: null,
      isStale: false,
      finding: null,
      advice: null,
      metadata: null,
    },
  };
}
