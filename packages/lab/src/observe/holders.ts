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
  const present = await listNamespaces();
  const places = [
    { name: CONSOLE, namespace: null },
    ...lab.hosts
      .filter((host) => present.includes(host.namespace))
      .map((host) => ({ name: host.name, namespace: host.namespace })),
  ];
  const holds = await Promise.all(
    places.map(async ({ namespace }) => {
      const links = await observeLinks(namespace, signal).catch(() => []);
      return links.some((link) => link.addr_info.some((info) => info.local === address));
    }),
  );
  return places.filter((_, index) => holds[index]).map(({ name }) => name);
}
