import {
  fieldOfProblem,
  problemDetail,
  type Refusal,
  refuse,
  type SampleHistory,
  type SampleQuery,
} from "@primacy/contract";
import { chooseSampleWindow } from "@primacy/core/topology";
import type { WebContext } from "../../../server/context";

/**
 * How the members of a cluster, or one of them, were. A member that left the cluster is found as long as it has samples
 * in that time. Throws `DatabaseError`.
 */
export async function listSamples(
  { database }: WebContext,
  clusterId: string,
  { member, from, to, step }: SampleQuery,
): Promise<SampleHistory | Refusal> {
  const asked = { fromMs: parseInstant(from), toMs: parseInstant(to), stepSeconds: step ?? null };
  const window = chooseSampleWindow(asked, Date.now());
  if (!("stepSeconds" in window)) {
    const errors = window.map((code) => problemDetail(`/${fieldOfProblem[code]}`, code));
    return refuse("validation_failed", errors);
  }
  const cluster = await database.clusters.find(clusterId);
  if (cluster === null) return refuse("not_found", [], { what: "cluster" });
  const members = await database.samples.listHistory(clusterId, member ?? null, window);
  const isKnown = member === undefined || cluster.members.some((one) => one.id === member);
  if (!isKnown && members.length === 0) return refuse("not_found", [], { what: "member" });
  return {
    from: new Date(window.fromMs).toISOString(),
    to: new Date(window.toMs).toISOString(),
    stepSeconds: window.stepSeconds,
    members: [...members],
  };
}

function parseInstant(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant);
}
