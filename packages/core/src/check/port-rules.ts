import type { Finding } from "./build-check";
import { findNumber, findVariable } from "./variables";
import type { ServerSeen } from "./vip-needs";

/** The names of the kernel's settings that this check reads. */
const rangeName = "net.ipv4.ip_local_port_range";
const keptName = "net.ipv4.ip_local_reserved_ports";

/**
 * Whether the kernel may give a connection that the host makes a port on which its MySQL server listens. Where one has
 * such a port, mysqld ends while it starts ("Do you already have another mysqld server running on port"), or starts
 * and stays out of its group: by chance, and as a rule when it is started again after a crash.
 */
export function listeningPorts({ observation, variables }: ServerSeen): readonly Finding[] {
  const range = readNumbers(observation.sysctls[rangeName], /\s+/);
  if (range === null) return [];
  const kept = observation.sysctls[keptName] ?? "";
  const ports = listPorts({ variables });
  const atRisk = ports.filter((port) => isWithin(port, range) && !isKept(port, kept));
  const params = {
    range: `${range.from}-${range.to}`,
    ports: ports.join(", "),
    atRisk: atRisk.join(", "),
    setting: [...(kept === "" ? [] : [kept]), ...atRisk].join(","),
  };
  return atRisk.length === 0
    ? [{ result: "pass", evidence: "check.listening_ports.pass", params }]
    : [
        {
          result: "warn",
          evidence: "check.listening_ports.warn",
          remedy: "check.listening_ports.remedy",
          params,
        },
      ];
}

/** The ports without which the server ends, or stays out of its group; it goes on without that of the X protocol. */
function listPorts(server: Pick<ServerSeen, "variables">): readonly number[] {
  const hasAdmin = (findVariable(server, "admin_address") ?? "") !== "";
  const group = findVariable(server, "group_replication_local_address") ?? "";
  const ports = [
    findNumber(server, "port"),
    hasAdmin ? findNumber(server, "admin_port") : null,
    Number(/:(\d+)$/.exec(group)?.[1] ?? 0),
  ];
  const known = ports.flatMap((port) => (port === null || port === 0 ? [] : [port]));
  return [...new Set(known)].sort((a, b) => a - b);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** One number stands for itself alone; null for what is no range. */
function readNumbers(text: string | undefined, separator: RegExp): Range | null {
  const [from, to] = (text ?? "").trim().split(separator).map(Number);
  if (from === undefined || !Number.isInteger(from) || from === 0) return null;
  return { from, to: to ?? from };
}

function isWithin(port: number, { from, to }: Range): boolean {
  return port >= from && port <= to;
}

function isKept(port: number, kept: string): boolean {
  const ranges = kept.split(",").map((part) => readNumbers(part, /-/));
  return ranges.some((range) => range !== null && isWithin(port, range));
}
