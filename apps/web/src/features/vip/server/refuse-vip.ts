import {
  checkVipPrefix,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
  type VipChange,
  type VipChangeOrder,
  type VipCheckRequest,
  type VipKind,
  type VipRequest,
} from "@primacy/contract";
import { findProviderReason, vipCapabilities } from "@primacy/core/vip-provider";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation, refuseMultiPrimary } from "../../cluster/server/find-cluster";
import type { Readable } from "../../operation/server/order-route";

type Needed = Pick<Readers, "vips" | "topologies" | "pluginLibraries">;

/** Why a new VIP is refused before any host is asked; null where nothing that is stored forbids it. */
export async function refuseVip(
  readers: Needed,
  cluster: ClusterRecord,
  request: Readable<VipRequest>,
): Promise<Refusal | null> {
  const problems = [
    ...checkNics(cluster, request.nics),
    ...(await checkAddress(readers, request.address, null)),
    ...checkVipPrefix(request.address, request.prefixLength),
    ...checkReads(cluster, request.kind, request.reads),
    ...checkRestarts(request),
    ...checkGuard(request),
    ...(await checkLibrary(readers, request)),
  ];
  const multiPrimary = await refuseMultiPrimary(readers, cluster.id);
  const provider = refuseProvider(request, await readers.vips.listByCluster(cluster.id));
  return joinRefusals([provider, refuseInvalid(problems), multiPrimary]);
}

/** Why a question is refused before any host is asked: as the new VIP, or the change, that it is about. */
export async function refuseVipCheck(
  readers: Needed,
  cluster: ClusterRecord,
  { vipId, ...request }: Readable<VipCheckRequest>,
): Promise<Refusal | null> {
  if (vipId === undefined) return refuseVip(readers, cluster, request);
  const vip = (await readers.vips.listByCluster(cluster.id)).find((one) => one.id === vipId);
  if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
  return joinRefusals([
    refuseInvalid(await checkVipChange(readers, cluster, vip, request)),
    refuseFixed(vip),
  ]);
}

/** Why an order to change a VIP is refused before any host is asked. */
export async function refuseVipOrder(
  readers: Needed,
  cluster: ClusterRecord,
  vip: Vip,
  { confirm, ...change }: Readable<VipChangeOrder>,
): Promise<Refusal | null> {
  const problems = [
    ...checkConfirmation(cluster, confirm),
    ...(await checkVipChange(readers, cluster, vip, change)),
  ];
  return joinRefusals([
    refuseInvalid(problems),
    refuseFixed(vip),
    vip.paused === undefined || change.enabled === false
      ? null
      : refuse("vip_paused", [], { address: vip.address }),
  ]);
}

async function checkVipChange(
  readers: Needed,
  cluster: ClusterRecord,
  vip: Vip,
  { nics, address, prefixLength, reads }: VipChange,
): Promise<ProblemDetail[]> {
  return [
    ...checkNics(cluster, nics),
    ...(await checkAddress(readers, address, vip.id)),
    ...checkVipPrefix(address ?? vip.address, prefixLength ?? vip.prefixLength),
    ...checkReads(cluster, vip.kind, reads),
  ];
}

function refuseProvider(request: Readable<VipRequest>, vips: readonly Vip[]): Refusal | null {
  const reason = findProviderReason(request, vips);
  return reason === null ? null : refuse(reason.code, reason.details, reason.params);
}

/** Why a VIP is not changed, paused or let go of on one host; null where its provider can. */
export function refuseFixed({ provider }: Pick<Vip, "provider">): Refusal | null {
  if (vipCapabilities[provider].pause === "yes") return null;
  return refuse("conflict", [problemDetail("", "provider_change_unsupported", { provider })]);
}

/** Why the provider of a VIP is not told to begin anew with it; null where it can be. */
export function refuseRebind({ provider }: Pick<Vip, "provider">): Refusal | null {
  if (vipCapabilities[provider].rebind === "yes") return null;
  return refuse("conflict", [problemDetail("", "provider_rebind_unsupported")]);
}

/** What reads go by, where it is no VIP of reads; or a host that is not there to be preferred. */
function checkReads(
  cluster: ClusterRecord,
  kind: VipKind | undefined,
  reads: VipChange["reads"],
): ProblemDetail[] {
  if (reads === undefined) return [];
  if (kind === "write") return [problemDetail("/reads", "reads_of_write_vip")];
  const { preferredHostId = null } = reads;
  const isMember = cluster.members.some(({ hostId }) => hostId === preferredHostId);
  return preferredHostId === null || isMember
    ? []
    : [problemDetail("/reads/preferredHostId", "host_not_of_cluster")];
}

/** A provider that is not known is one that could not be read: what names none means the agent. */
function checkRestarts({ provider, restarts }: Readable<VipRequest>): ProblemDetail[] {
  return restarts !== undefined && provider === "agent"
    ? [problemDetail("/restarts", "restarts_of_agent_vip")]
    : [];
}

function checkGuard({ provider, guard }: Readable<VipRequest>): ProblemDetail[] {
  return guard === true && provider === "agent" ? [problemDetail("/guard", "guard_of_agent_vip")] : [];
}

/** The library has to be there before hosts can get it. */
async function checkLibrary(
  { pluginLibraries }: Pick<Readers, "pluginLibraries">,
  { provider, library }: Readable<VipRequest>,
): Promise<ProblemDetail[]> {
  if (library === undefined) return [];
  if (provider === "agent") return [problemDetail("/library", "library_of_agent_vip")];
  const stored = await pluginLibraries.findBySha256(library);
  return stored === null ? [problemDetail("/library", "library_unknown")] : [];
}

function checkNics(cluster: ClusterRecord, nics: Readonly<Record<string, string>> = {}): ProblemDetail[] {
  const hostIds = new Set(cluster.members.flatMap((member) => member.hostId ?? []));
  return Object.keys(nics)
    .filter((hostId) => !hostIds.has(hostId))
    .map((hostId) => problemDetail(`/nics/${hostId}`, "host_not_of_cluster"));
}

async function checkAddress(
  readers: Needed,
  address: string | undefined,
  ownId: string | null,
): Promise<ProblemDetail[]> {
  const taken = address === undefined ? null : await readers.vips.findByAddress(address);
  if (address === undefined || taken === null || taken.id === ownId) return [];
  return [problemDetail("/address", "already_exists", { what: address })];
}
