import { type Check, isIpv4 } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { buildCheck, type Finding } from "./build-check";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";
import { findFlag, findNumber, findVariable } from "./variables";

/** The checks of one member's MySQL settings. */
export function serverChecks(
  snapshot: VipCheckSnapshot,
  member: CheckedMember,
  observation: HostObservation,
): readonly Check[] {
  return [
    buildCheck("report_host", member, reportHost(snapshot, member, observation)),
    buildCheck("bind_address", member, bindAddress(snapshot, observation)),
    buildCheck("port", member, port(snapshot, member, observation)),
    buildCheck("restart_safety", member, restartSafety(observation)),
    buildCheck("admin_address", member, adminAddress(observation)),
    buildCheck("durability", member, durability(observation)),
  ];
}

/** True for a name or address that every host takes for itself. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.|localhost(?:\.|$)|::1$|0\.0\.0\.0$)/i.test(host);
}

function reportHost(
  snapshot: VipCheckSnapshot,
  member: CheckedMember,
  observation: HostObservation,
): Finding {
  const remedy = "check.report_host.remedy";
  const configured = findVariable(observation, "report_host") ?? "";
  const value = configured === "" ? (findVariable(observation, "hostname") ?? "-") : configured;
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
  const isOwn = observation.nics.some((nic) => nic.addresses.some((one) => one.address === value));
  if (isIpv4(value) && !isOwn)
    return { result: "fail", evidence: "check.report_host.fail_foreign", remedy, params: { value } };
  if (configured === "")
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
        findVariable(other.sight.observation, "report_host") === value,
    )
    .map((other) => other.name)
    .join(", ");
}

function bindAddress(snapshot: VipCheckSnapshot, observation: HostObservation): Finding {
  const { address } = snapshot.request;
  const value = findVariable(observation, "bind_address") ?? "*";
  // An entry may name a network namespace after a slash.
  const entries = value.split(",").map((entry) => entry.trim().split("/")[0] ?? "");
  const accepts = entries.some((entry) => ["*", "0.0.0.0", "::", address].includes(entry));
  const params = { value, address };
  return accepts
    ? { result: "pass", evidence: "check.bind_address.pass", params }
    : { result: "fail", evidence: "check.bind_address.fail", remedy: "check.bind_address.remedy", params };
}

function port(snapshot: VipCheckSnapshot, member: CheckedMember, observation: HostObservation): Finding {
  const wanted = snapshot.request.port;
  const actual = findNumber(observation, "port") ?? member.port;
  const params = { port: wanted, actual };
  return actual === wanted
    ? { result: "pass", evidence: "check.port.pass", params }
    : { result: "fail", evidence: "check.port.fail", remedy: "check.port.remedy", params };
}

function restartSafety(observation: HostObservation): Finding {
  if (findFlag(observation, "group_replication_start_on_boot") === true)
    return { result: "pass", evidence: "check.restart_safety.pass_start_on_boot" };
  if (findFlag(observation, "super_read_only@configured") === true)
    return { result: "pass", evidence: "check.restart_safety.pass_read_only" };
  return {
    result: "fail",
    evidence: "check.restart_safety.fail",
    remedy: "check.restart_safety.remedy",
  };
}

function adminAddress(observation: HostObservation): Finding {
  const value = findVariable(observation, "admin_address") ?? "";
  if (value === "")
    return { result: "warn", evidence: "check.admin_address.warn", remedy: "check.admin_address.remedy" };
  const params = { value, port: findNumber(observation, "admin_port") ?? 33062 };
  return { result: "pass", evidence: "check.admin_address.pass", params };
}

function durability(observation: HostObservation): Finding {
  const syncBinlog = findVariable(observation, "sync_binlog") ?? "?";
  const flush = findVariable(observation, "innodb_flush_log_at_trx_commit") ?? "?";
  const params = { syncBinlog, flush };
  return syncBinlog === "1" && flush === "1"
    ? { result: "pass", evidence: "check.durability.pass", params }
    : { result: "warn", evidence: "check.durability.warn", remedy: "check.durability.remedy", params };
}
