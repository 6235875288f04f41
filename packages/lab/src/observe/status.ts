import { readFile } from "node:fs/promises";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { type GroupMember, observeSelf } from "../mysql/group";
import { observeLinks } from "../network/namespace";
import { isDatabaseName } from "../roster";

/** Whether a host runs, is frozen as a whole, or is powered off. */
export type HostPower = "on" | "frozen" | "off";

/** One host as observed now. */
export interface HostStatus {
  readonly name: string;
  readonly kind: string;
  readonly address: string;
  /** The one that it is to have; null where its kernel does not show it. */
  readonly ipv6: string | null;
  readonly mac: string;
  readonly power: HostPower;
  /** Names of its processes with how many of each, without the lab's own init. */
  readonly processes: Readonly<Record<string, number>>;
  /** What the server says of itself; null where there is none or it does not answer. */
  readonly member: GroupMember | null;
}

/** A lab as observed now. */
export interface LabStatus {
  readonly name: string;
  readonly subnet: string;
  readonly gateway: string;
  readonly hosts: readonly HostStatus[];
}

/** Observes every host of the lab; never fails for a host that is off, frozen or half made. */
export async function observeLabStatus(lab: Lab): Promise<LabStatus> {
  return {
    name: lab.names.lab,
    subnet: lab.names.subnet,
    gateway: lab.names.gateway,
    hosts: await Promise.all(lab.hosts.map((host) => observeHost(host))),
  };
}

/** Whether the host is on, frozen or off, from its cgroup alone. */
export async function observePower(host: LabHost): Promise<HostPower> {
  if (!(await host.isOn())) return "off";
  return (await (await host.getFreezer()).isFrozen()) ? "frozen" : "on";
}

async function observeHost(host: LabHost): Promise<HostStatus> {
  const power = await observePower(host);
  return {
    name: host.name,
    kind: host.kind,
    address: host.address,
    ipv6: (await hasIpv6(host)) ? host.ipv6 : null,
    mac: host.mac,
    power,
    processes: await countProcesses(host),
    member: power === "on" && isDatabaseName(host.name) ? await observeSelf(host).catch(() => null) : null,
  };
}

async function hasIpv6(host: LabHost): Promise<boolean> {
  const links = await observeLinks(host.namespace).catch(() => []);
  return links.some((link) => link.addr_info.some((info) => info.local === host.ipv6));
}

const LAB_OWN = new Set([
  "unshare",
  "tini",
  "lab-boot",
  "runsvdir",
  "runsv",
  "sleep",
  "nsenter",
  "mysql",
  "sh",
]);

async function countProcesses(host: LabHost): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const pid of await (await host.getFreezer()).listPids()) {
    const comm = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
    if (comm === "" || LAB_OWN.has(comm)) continue;
    counts[comm] = (counts[comm] ?? 0) + 1;
  }
  return counts;
}
