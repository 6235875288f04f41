import { canonicalAddress, familyOf } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import { listeningPorts } from "./port-rules";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";
import { findFlag, findNumber, findVariable } from "./variables";
import type { MemberSubject, ServerSeen, VipCheck } from "./vip-needs";

/** The checks of one member's MySQL settings. */
export const serverChecks: readonly VipCheck[] = [
  { code: "report_host", scope: "member", needs: "server", judge: reportHost },
  { code: "bind_address", scope: "member", needs: "server", judge: bindAddress },
  { code: "port", scope: "member", needs: "server", judge: port },
  { code: "listening_ports", scope: "member", needs: "server", judge: listeningPorts },
  { code: "restart_safety", scope: "member", needs: "server", judge: restartSafety },
  { code: "admin_address", scope: "member", needs: "server", judge: adminAddress },
  { code: "connections", scope: "member", needs: "server", judge: connections },
  { code: "durability", scope: "member", needs: "server", judge: durability },
];

/** True for a name or address that every host takes for itself. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.|localhost(?:\.|$)|::1$|0\.0\.0\.0$)/i.test(host);
}

function reportHost({ snapshot, member, observation }: MemberSubject & ServerSeen): Finding {
  const remedy = "check.report_host.remedy";
  const value = announcedHost(observation) ?? "-";
  if (isLoopback(value))
    return { result: "fail", evidence: "check.report_host.fail_loopback", remedy, params: { value } };
  const sharing = sharingReportHost(snapshot, member, value);
  if (sharing !== "")
    return {
      result: "fail",
      evidence: "check.report_host.fail_shared",
      remedy,
      params: { value, members: sharing },
    };
  const isOwn = observation.nics.some((nic) =>
    nic.addresses.some((one) => one.address === canonicalAddress(value)),
  );
  const isAddress = familyOf(value) !== null;
  if (isAddress && !isOwn)
    return { result: "fail", evidence: "check.report_host.fail_foreign", remedy, params: { value } };
  const misled = isAddress ? null : findMisled(snapshot, member, value);
  if (misled !== null) return { ...misled, result: "fail", remedy: "check.report_host.remedy_name" };
  if ((findVariable(observation, "report_host") ?? "") === "")
    return { result: "warn", evidence: "check.report_host.warn_unset", remedy, params: { value } };
  return { result: "pass", evidence: "check.report_host.pass", params: { value } };
}

function sharingReportHost(snapshot: VipCheckSnapshot, member: CheckedMember, value: string): string {
  return snapshot.members
    .filter(
      (other) =>
        other.memberId !== member.memberId &&
        other.hostId !== member.hostId &&
        other.sight.kind === "observed" &&
        announcedHost(other.sight.observation) === value,
    )
    .map((other) => other.name)
    .join(", ");
}

/** How the member announces itself to the group: by its report_host, else by its host name. */
function announcedHost(observation: HostObservation): string | null {
  const configured = findVariable(observation, "report_host") ?? "";
  return configured === "" ? findVariable(observation, "hostname") : configured;
}

/** The first other host that takes the name for none of the member's addresses. What no host was asked is no failure. */
function findMisled(
  snapshot: VipCheckSnapshot,
  member: CheckedMember,
  value: string,
): Pick<Finding, "evidence" | "params"> | null {
  const own = new Set([member.address, member.agentAddress, ...addressesOf(member)]);
  for (const other of snapshot.members) {
    if (other.memberId === member.memberId || other.sight.kind !== "observed") continue;
    const addresses = other.sight.observation.resolved[value];
    if (addresses === undefined || addresses.some((one) => own.has(one) && !isLoopback(one))) continue;
    const params = { value, host: other.name, addresses: addresses.join(", ") };
    if (addresses.length === 0) return { evidence: "check.report_host.fail_unresolved", params };
    return { evidence: "check.report_host.fail_misled", params };
  }
  return null;
}

function addressesOf({ sight }: CheckedMember): readonly string[] {
  if (sight.kind !== "observed") return [];
  return sight.observation.nics.flatMap((nic) => nic.addresses.map((one) => one.address));
}

function bindAddress({ request, observation }: MemberSubject & ServerSeen): Finding {
  const { address } = request;
  const value = findVariable(observation, "bind_address") ?? "*";
  // An entry may name a network namespace after a slash.
  const entries = value.split(",").map((entry) => entry.trim().split("/")[0] ?? "");
  // `*` and `::` are for both families where the host has IPv6.
  const every = familyOf(address) === 6 ? ["*", "::"] : ["*", "0.0.0.0", "::"];
  const accepts = entries.some((entry) => [...every, address].includes(canonicalAddress(entry)));
  const params = { value, address };
  return accepts
    ? { result: "pass", evidence: "check.bind_address.pass", params }
    : { result: "fail", evidence: "check.bind_address.fail", remedy: "check.bind_address.remedy", params };
}

function port({ request, member, observation }: MemberSubject & ServerSeen): Finding {
  const wanted = request.port;
  const actual = findNumber(observation, "port") ?? member.port;
  const params = { port: wanted, actual };
  return actual === wanted
    ? { result: "pass", evidence: "check.port.pass", params }
    : { result: "fail", evidence: "check.port.fail", remedy: "check.port.remedy", params };
}

function restartSafety(server: ServerSeen): Finding {
  // The running value ends with the restart that this is about.
  const startsOnBoot =
    findFlag(server, "group_replication_start_on_boot@configured") ??
    findFlag(server, "group_replication_start_on_boot");
  if (startsOnBoot === true) return { result: "pass", evidence: "check.restart_safety.pass_start_on_boot" };
  if (findFlag(server, "super_read_only@configured") === true)
    return { result: "pass", evidence: "check.restart_safety.pass_read_only" };
  return {
    result: "fail",
    evidence: "check.restart_safety.fail",
    remedy: "check.restart_safety.remedy",
    fix: "restart_safety",
  };
}

function adminAddress(server: ServerSeen): Finding {
  const value = findVariable(server, "admin_address") ?? "";
  if (value === "")
    return { result: "warn", evidence: "check.admin_address.warn", remedy: "check.admin_address.remedy" };
  const params = { value, port: findNumber(server, "admin_port") ?? 33062 };
  return { result: "pass", evidence: "check.admin_address.pass", params };
}

/** As many as an agent may open at once: it watches, proves, shares out read VIPs and reads for checks. */
const agentSessions = 5;
const warnAboveShare = 0.9;

/** A server that is full lets nobody in but by its administrative address. */
function connections(server: ServerSeen): Finding {
  const value = findVariable(server, "admin_address") ?? "";
  if (value !== "") return { result: "pass", evidence: "check.connections.pass_admin", params: { value } };
  const connected = findNumber(server, "threads_connected@status");
  const max = findNumber(server, "max_connections");
  if (connected === null || max === null)
    return {
      result: "skipped",
      evidence: "check.skipped_unread",
    };
  const params = { connected, max };
  return connected >= Math.min(max * warnAboveShare, max - agentSessions)
    ? { result: "warn", evidence: "check.connections.warn", remedy: "check.connections.remedy", params }
    : { result: "pass", evidence: "check.connections.pass", params };
}

function durability(server: ServerSeen): Finding {
  const syncBinlog = findVariable(server, "sync_binlog") ?? "?";
  const flush = findVariable(server, "innodb_flush_log_at_trx_commit") ?? "?";
  const params = { syncBinlog, flush };
  return syncBinlog === "1" && flush === "1"
    ? { result: "pass", evidence: "check.durability.pass", params }
    : {
        result: "warn",
        evidence: "check.durability.warn",
        remedy: "check.durability.remedy",
        fix: "durability",
        params,
      };
}
