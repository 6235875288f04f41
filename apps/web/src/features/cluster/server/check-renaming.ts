import { type ProblemDetail, problemDetail } from "@primacy/contract";
import type { Readers } from "@primacy/db";

/** What a picture says where agents are newer than a console that was restored from an older database. */
const newer = /^topology\.(agents_differ|newer_agents|unknown_peers)$/;
/** What it says of them. A difference alone is that of a host which keeps another cluster's address, and is told nothing. */
const difference = /^topology\.differs_\w+$/;

/**
 * Why nothing of a cluster may be renamed: names are told to the agents under a higher epoch, and one above that of newer
 * agents would overrule what they hold, unasked. By the newest picture; empty where that says nothing of the kind.
 */
export async function checkRenaming(
  { topologies }: Pick<Readers, "topologies">,
  clusterId: string,
): Promise<ProblemDetail[]> {
  const found = await topologies.find(clusterId);
  const problems = found?.topology.problems ?? [];
  if (!problems.some(({ code }) => newer.test(code))) return [];
  const told = problems.filter(({ code }) => newer.test(code) || difference.test(code));
  return [
    problemDetail("/name", "agents_differ"),
    ...told
      .filter(({ code }) => code !== "topology.agents_differ")
      .map((one) => ({ path: "/name", code: one.code, message: one })),
  ];
}
