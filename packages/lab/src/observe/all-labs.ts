import { LabError } from "../errors";
import { LabHost } from "../host/lab-host";
import { checkLabNames, getLabNames } from "../lab-names";
import { type Link, listNamespaces, observeLinks } from "../network/namespace";
import { type HostName, hostNames } from "../roster";
import { findLabState, type LabPart, type LabState, listLabs } from "../state/lab-state";
import { type HostPower, observePower } from "./status";

/** One lab of this machine, as far as it can be told without asking its hosts. */
export interface LabSummary {
  readonly name: string;
  /** Null: neither its files nor an interface says it. */
  readonly subnet: string | null;
  readonly hosts: readonly { readonly name: HostName; readonly power: HostPower }[];
  /** Null: its files, which say it, are not here or cannot be read. */
  readonly parts: readonly LabPart[] | null;
  /** Why its files cannot be read; null where they can, or are not here. */
  readonly problem: string | null;
}

/**
 * Every lab of this machine by name: those that have files here, up or down, and those that only the kernel knows, because
 * another `PRIMACY_LAB_DIR` keeps them or they were half taken away.
 */
export async function observeLabs(): Promise<readonly LabSummary[]> {
  const [recorded, namespaces, links] = await Promise.all([
    listLabs(),
    listNamespaces(),
    observeLinks(null).catch((): readonly Link[] => []),
  ]);
  const running = namespaces.flatMap((one) => /^pl-([a-z][a-z0-9]*)-wire$/.exec(one)?.[1] ?? []);
  const names = [...new Set([...recorded, ...running])].sort();
  return Promise.all(names.map((name) => observeLab(name, namespaces, links)));
}

async function observeLab(
  name: string,
  namespaces: readonly string[],
  links: readonly Link[],
): Promise<LabSummary> {
  const { state, problem } = await readState(name);
  const subnet = state?.subnet ?? findSubnet(name, links);
  const hosts = state?.hosts ?? hostNames.filter((host) => namespaces.includes(`pl-${name}-${host}`));
  return {
    name,
    subnet,
    hosts: await observeHosts(name, subnet, hosts),
    parts: state?.parts ?? null,
    problem,
  };
}

async function readState(
  name: string,
): Promise<{ readonly state: LabState | null; readonly problem: string | null }> {
  try {
    return { state: await findLabState(name), problem: null };
  } catch (cause) {
    if (cause instanceof LabError) return { state: null, problem: cause.message };
    return { state: null, problem: `Its state file cannot be read: ${String(cause)}` };
  }
}

/** The network of the interface by which the machine is in the lab. */
function findSubnet(name: string, links: readonly Link[]): string | null {
  const link = links.find((one) => one.ifname === `pl-${name}`);
  const address = link?.addr_info.find((one) => one.family === "inet")?.local;
  return address === undefined ? null : address.replace(/\d+$/, "0/24");
}

async function observeHosts(
  name: string,
  subnet: string | null,
  hosts: readonly HostName[],
): Promise<LabSummary["hosts"]> {
  if (subnet === null || checkLabNames(name, subnet).length > 0)
    return hosts.map((host) => ({ name: host, power: "off" }));
  const names = getLabNames(name, subnet);
  return Promise.all(
    hosts.map(async (host) => ({ name: host, power: await observePower(new LabHost(names, host)) })),
  );
}
