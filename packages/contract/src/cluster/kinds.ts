import { z } from "zod";
import { type CheckCount, changing, looking, noInput, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { ClusterRefresh, ClusterRegister, DiscoverRequest, Discovery } from "./cluster";

/** What is done with a cluster as a whole. */
export const clusterKinds = {
  "cluster.discover": looking("admin", {
    input: DiscoverRequest.omit({ password: true }),
    result: Discovery,
    count: countDiscovered,
  }),
  "cluster.register": changing("admin", {
    input: ClusterRegister.omit({ password: true }),
    result: z.object({ clusterId: Id }),
  }),
  "cluster.refresh": changing("operator", {
    input: ClusterRefresh.omit({ confirm: true }),
    result: noResult,
  }),
  "cluster.remove": changing("admin", { input: noInput, result: noResult }),
};

/** What stands in the way of a group, or of one of its members; nothing where all is well, for a discovery is no check. */
function countDiscovered({ problems, members }: Discovery): CheckCount | null {
  const warned = problems.length + members.flatMap((member) => member.problems).length;
  return warned === 0 ? null : { failed: 0, warned };
}
