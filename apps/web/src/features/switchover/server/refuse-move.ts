import { problemDetail, type Refusal, refuse } from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation, refuseMultiPrimary } from "../../cluster/server/find-cluster";

/** Why a planned change of the primary is refused before any member is asked; what is absent is not judged. */
export async function refuseMove(
  readers: Pick<Readers, "topologies" | "vips">,
  cluster: ClusterRecord,
  { memberId, confirm }: { readonly memberId?: string | undefined; readonly confirm?: string | undefined },
): Promise<Refusal | null> {
  const what = { what: "member" };
  const isKnown = memberId === undefined || cluster.members.some((one) => one.id === memberId);
  const problems = checkConfirmation(cluster, confirm);
  const multiPrimary = await refuseMultiPrimary(readers, cluster.id);
  const vips = await readers.vips.listByCluster(cluster.id);
  const paused = vips.find((vip) => vip.kind === "write" && vip.enabled && vip.paused !== undefined);
  return joinRefusals([
    isKnown ? null : refuse("not_found", [problemDetail("/memberId", "not_found", what)], what),
    refuseInvalid(problems),
    multiPrimary,
    // The address would not follow, and clients would reach nothing. Read VIPs follow nobody.
    paused === undefined ? null : refuse("vip_paused", [], { address: paused.address }),
  ]);
}
