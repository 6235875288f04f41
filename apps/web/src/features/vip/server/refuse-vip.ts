import {
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
  type VipChange,
  type VipRequest,
} from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";
import { refuseMultiPrimary } from "../../cluster/server/find-cluster";

type Needed = Pick<Readers, "vips" | "topologies">;

/** Why a new VIP is refused before any host is asked; null where nothing that is stored forbids it. */
export async function refuseVip(
  readers: Needed,
  cluster: ClusterRecord,
  request: VipRequest,
): Promise<Refusal | null> {
  if (request.provider === "greatdb_ha") return refuseProvider(request.provider);
  const problems = [
    ...checkNics(cluster, request.nics),
    ...(await checkAddress(readers, request.address, null)),
  ];
  if (problems.length > 0) return refuse("validation_failed", problems);
  const existing = (await readers.vips.listByCluster(cluster.id)).find((vip) => vip.kind === request.kind);
  if (existing !== undefined) return refuse("vip_exists", [], { address: existing.address });
  return refuseMultiPrimary(readers, cluster.id);
}

/** Why a change is refused before any host is asked. */
export async function refuseVipChange(
  readers: Needed,
  cluster: ClusterRecord,
  vip: Vip,
  change: VipChange,
): Promise<Refusal | null> {
  const problems = [
    ...checkNics(cluster, change.nics ?? {}),
    ...(change.address === undefined ? [] : await checkAddress(readers, change.address, vip.id)),
  ];
  return problems.length > 0 ? refuse("validation_failed", problems) : null;
}

function refuseProvider(provider: string): Refusal {
  const reason = problemDetail("/provider", "provider_has_no_driver");
  return refuse("provider_not_available", [reason], { provider, reason: reason.message.text });
}

function checkNics(cluster: ClusterRecord, nics: Readonly<Record<string, string>>): ProblemDetail[] {
  const hostIds = new Set(cluster.members.flatMap((member) => member.hostId ?? []));
  return Object.keys(nics)
    .filter((hostId) => !hostIds.has(hostId))
    .map((hostId) => problemDetail(`/nics/${hostId}`, "host_not_of_cluster"));
}

async function checkAddress(
  readers: Needed,
  address: string,
  ownId: string | null,
): Promise<ProblemDetail[]> {
  const taken = await readers.vips.findByAddress(address);
  if (taken === null || taken.id === ownId) return [];
  return [problemDetail("/address", "already_exists", { what: address })];
}
