import type { Lab } from "../lab";
import { listNamespaces, observeLinks } from "../network/namespace";
import { CONSOLE } from "../roster";

/**
 * Who has `address` on an interface at this moment: names of hosts, or `console` for the machine itself. Read from
 * each namespace's kernel, so no agent and no host needs to cooperate. The namespaces are read one after the other
 * within some 20 ms; use a watch to prove that two never hold at once.
 */
export async function observeAddressHolders(
  lab: Lab,
  address: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const held = await observeHeldAddresses(lab, (one) => one === address, signal);
  return [...new Set(held.map(({ host }) => host))];
}

/** An address that a kernel has; `entry` is the interface's number with the prefix, for a kernel can have one twice. */
export interface HeldAddress {
  readonly host: string;
  readonly address: string;
  readonly entry: string;
}

/** Every such address that is on an interface of a host, or of the machine, at this moment; read as `observeAddressHolders`. */
export async function observeHeldAddresses(
  lab: Lab,
  isMeant: (address: string) => boolean,
  signal?: AbortSignal,
): Promise<HeldAddress[]> {
  const present = await listNamespaces();
  const places = [
    { name: CONSOLE, namespace: null },
    ...lab.hosts
      .filter((host) => present.includes(host.namespace))
      .map((host) => ({ name: host.name, namespace: host.namespace })),
  ];
  const held = await Promise.all(
    places.map(async ({ name, namespace }) => {
      const links = await observeLinks(namespace, signal).catch(() => []);
      return links.flatMap(({ ifindex, addr_info }) =>
        addr_info.flatMap(({ local, prefixlen }) =>
          local !== undefined && isMeant(local)
            ? [{ host: name, address: local, entry: `${ifindex}/${prefixlen}` }]
            : [],
        ),
      );
    }),
  );
  return held.flat();
}
