import { paramsWith } from "@primacy/contract";
import type { ProxyProgramName } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import type { ProxyHostSight } from "./host-sight";

/** Whether files and services of a host can be changed. */
export function judgeOperator({ name: host, operator }: Pick<ProxyHostSight, "name" | "operator">): Finding {
  const params = { host };
  if (operator === "running") return { result: "pass", evidence: "check.proxy_operator.pass", params };
  const [evidence, remedy] =
    typeof operator === "string"
      ? ([`check.proxy_operator.fail_${operator}`, `check.proxy_operator.remedy_${operator}`] as const)
      : (["check.proxy_operator.fail_agent", "check.proxy_operator.remedy_agent"] as const);
  const told = typeof operator === "string" ? params : paramsWith(params, { reason: operator.reason });
  return { result: "fail", evidence, remedy, params: told };
}

/** A program that a proxy needs, how people call it, in which package it is, and since which version it will do. */
export interface NeededProgram {
  readonly program: ProxyProgramName;
  readonly title: string;
  readonly package: string;
  /** `major.minor`. */
  readonly least: string;
}

/** Whether a host has a program in a version that will do; nothing where nobody could ask. */
export function judgeProgram(
  { name: host, programs }: ProxyHostSight,
  needed: NeededProgram,
): readonly Finding[] {
  if (programs === null) return [];
  const found = programs.find(({ program }) => program === needed.program);
  const params = { host, program: needed.title, package: needed.package, least: needed.least };
  if (found === undefined || found.path === null)
    return [
      { result: "fail", evidence: "check.proxy_program.fail", remedy: "check.proxy_program.remedy", params },
    ];
  if (found.version === null)
    return [
      {
        result: "fail",
        evidence: "check.proxy_program.fail_version",
        remedy: "check.proxy_program.remedy_old",
        params: { ...params, said: found.said ?? "-" },
      },
    ];
  const told = { ...params, version: found.version };
  if (isOlder(found.version, needed.least))
    return [
      {
        result: "fail",
        evidence: "check.proxy_program.fail_old",
        remedy: "check.proxy_program.remedy_old",
        params: told,
      },
    ];
  return [{ result: "pass", evidence: "check.proxy_program.pass", params: told }];
}

/** Whether the ports of a proxy are free on a host; nothing where nobody could ask. */
export function judgePorts(
  { name: host, busyPorts }: ProxyHostSight,
  ports: readonly number[],
): readonly Finding[] {
  if (busyPorts === null) return [];
  const busy = ports.filter((port) => busyPorts.includes(port));
  const params = { host, ports: (busy.length > 0 ? busy : ports).join(", ") };
  return busy.length > 0
    ? [{ result: "fail", evidence: "check.proxy_ports.fail", remedy: "check.proxy_ports.remedy", params }]
    : [{ result: "pass", evidence: "check.proxy_ports.pass", params }];
}

/** Compares the first two numbers of a version. */
export function isOlder(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
