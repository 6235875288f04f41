import {
  type ProblemDetail,
  type ProxyQuestion,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation } from "../../cluster/server/find-cluster";
import type { Readable } from "../../operation/server/order-route";

/** Why a proxy is not set up, before any host is asked. */
export async function refuseProxy(
  readers: Readers,
  cluster: ClusterRecord,
  { proxy, confirm }: Readable<ProxyQuestion & { readonly confirm: string }>,
): Promise<Refusal | null> {
  const confirmation = refuseInvalid(checkConfirmation(cluster, confirm));
  if (proxy === undefined) return confirmation;
  const details = [...(await listUnknownHosts(readers, proxy.hostIds)), ...listTwins(proxy)];
  const taken = proxy.kind === "haproxy" ? await refuseTaken(readers, proxy) : null;
  return joinRefusals([refuseInvalid(details), taken, confirmation]);
}

async function listUnknownHosts(readers: Readers, hostIds: readonly string[]): Promise<ProblemDetail[]> {
  const found = await Promise.all(hostIds.map((id) => readers.hosts.find(id)));
  return found.flatMap((host, at) =>
    host === null ? [problemDetail(`/proxy/hostIds/${at}`, "not_found", { what: "host" })] : [],
  );
}

/** What stands twice where each has to be another one. */
function listTwins({ hostIds, ports }: ProxyQuestion["proxy"]): ProblemDetail[] {
  const numbers = Object.values(ports).filter((port) => port !== null);
  return [
    ...(new Set(hostIds).size < hostIds.length ? [problemDetail("/proxy/hostIds", "proxy_host_twice")] : []),
    ...(new Set(numbers).size < numbers.length ? [problemDetail("/proxy/ports", "proxy_ports_same")] : []),
  ];
}

/** The address and the VRRP group of another proxy, or the address of a VIP. */
async function refuseTaken(
  readers: Readers,
  { address, virtualRouterId }: Extract<ProxyQuestion["proxy"], { kind: "haproxy" }>,
): Promise<Refusal | null> {
  const vip = await readers.vips.findByAddress(address);
  const owner = vip === null ? null : await readers.clusters.find(vip.clusterId);
  const isTaken = (await readers.proxies.findByAddress(address)) !== null;
  const ids = await readers.proxies.listVirtualRouterIds();
  const details = [
    ...(vip === null
      ? []
      : [problemDetail("/proxy/address", "proxy_address_vip", { address, cluster: owner?.name ?? "-" })]),
    ...(isTaken ? [problemDetail("/proxy/address", "already_exists", { what: address })] : []),
    ...(ids.includes(virtualRouterId)
      ? [problemDetail("/proxy/virtualRouterId", "already_exists", { what: virtualRouterId })]
      : []),
  ];
  const [first] = details;
  return first === undefined ? null : refuse("already_exists", details, { what: address });
}
