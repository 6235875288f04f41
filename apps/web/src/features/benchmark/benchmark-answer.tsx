import type { BenchmarkDetail } from "@primacy/contract";
import type { ReactNode } from "react";

/** What a benchmark came to: the difference of each arm from the baseline with its interval. Nothing is claimed without one. */
export function BenchmarkAnswer(_props: { readonly benchmark: BenchmarkDetail }): ReactNode {
  return null;
}
