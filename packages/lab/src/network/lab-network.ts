import { LabError } from "../errors";
import type { LabNames } from "../lab-names";
import { allEnded } from "../process/all-ended";
import { runCommand, tryCommand } from "../process/run-command";
import { CONSOLE, type HostName } from "../roster";
import { ensureNamespace, type Link, listNamespaces, observeLinks, removeNamespace } from "./namespace";

/** Interface of every host, by the name that operators know. */
export const HOST_INTERFACE = "eth0";

/**
 * MySQL's own ports (X protocol, group, administration) lie in the range from which the kernel takes the near ends of
 * connections: where one has such a port, mysqld does not start, or does not join its group, until it is closed.
 */
const KEPT_PORTS = "33060-33062";

/**
 * Throws LabError `bad_option` when the subnet's gateway address, or another route to it, is already in use on
 * this machine by something that is not this lab.
 */
export async function checkSubnetIsFree(names: LabNames): Promise<void> {
  const links = await observeLinks(null);
  const other = links.find(
    (link) =>
      link.ifname !== names.consoleInterface &&
      link.addr_info.some(
        ({ local }) => local?.startsWith(`${names.network}.`) === true || local === names.ipv6Gateway,
      ),
  );
  if (other !== undefined) {
    throw new LabError(
      "bad_option",
      `The subnet ${names.subnet} is already in use on this machine by interface ${other.ifname}; choose another with --subnet.`,
    );
  }
}

/** What the kernel shows as the rest of the life of an address that nobody limited. */
const FOR_EVER = 4_294_967_295;

/**
 * Makes the switch (a bridge in a namespace of its own, so that the machine's firewall and bridge settings never
 * touch lab traffic) and the machine's own address in the lab. Safe to repeat over a half-made one; what is seen to be
 * right is left alone, here and in a host's network.
 */
export async function ensureSwitch(names: LabNames): Promise<void> {
  const wire = names.wireNamespace;
  const known = await findLinks(wire);
  if (known === null) await ensureNamespace(wire);
  const found = (known ?? (await observeLinks(wire))).find((link) => link.ifname === names.bridge);
  if (found === undefined) {
    await runCommand(["ip", "-n", wire, "link", "add", names.bridge, "type", "bridge", "stp_state", "0"]);
  }
  // VRRP is multicast without group membership: a snooping bridge may not deliver it.
  const bridge = ["ip", "-n", wire, "link", "set", names.bridge];
  await runCommand([...bridge, "type", "bridge", "mcast_snooping", "0"]);
  if (!isUp(found)) await runCommand([...bridge, "up"]);
  await ensureConsolePort(names);
}

async function ensureConsolePort(names: LabNames): Promise<void> {
  const [own, wire] = await Promise.all([observeLinks(null), observeLinks(names.wireNamespace)]);
  let card = own.find((link) => link.ifname === names.consoleInterface);
  let port = wire.find((link) => link.ifname === CONSOLE);
  if (card === undefined || port === undefined) {
    [card, port] = [undefined, undefined];
    await tryCommand(["ip", "link", "delete", names.consoleInterface]);
    const peer = ["peer", "name", CONSOLE, "netns", names.wireNamespace];
    await runCommand(["ip", "link", "add", names.consoleInterface, "type", "veth", ...peer]);
  }
  if (!isAttached(names, port)) await attachPort(names, CONSOLE);
  if (!isUp(card) || !hasAddress(card, names.gateway, names.prefixLength)) {
    const address = `${names.gateway}/${names.prefixLength}`;
    await runCommand(["ip", "address", "replace", address, "dev", names.consoleInterface]);
    await runCommand(["ip", "link", "set", names.consoleInterface, "up"]);
  }
  await ensureIpv6(
    names,
    { namespace: null, device: names.consoleInterface, address: names.ipv6Gateway },
    card,
  );
}

/** Where an IPv6 address belongs; null: the machine's own namespace. */
interface Ipv6Place {
  readonly namespace: string | null;
  readonly device: string;
  readonly address: string;
}

/**
 * Gives an interface its IPv6 address, to be used at once, for which the kernel's duplicate detection is skipped. A machine
 * without IPv6 has a lab without it.
 */
async function ensureIpv6(
  names: LabNames,
  { namespace, device, address }: Ipv6Place,
  card: Link | undefined,
): Promise<void> {
  if (hasAddress(card, address, names.ipv6PrefixLength)) return;
  const within = namespace === null ? [] : ["ip", "netns", "exec", namespace];
  const settings = [`net.ipv6.conf.${device}.disable_ipv6=0`, `net.ipv6.conf.${device}.keep_addr_on_down=1`];
  await tryCommand([...within, "sysctl", "-qw", ...settings]);
  const cidr = `${address}/${names.ipv6PrefixLength}`;
  const scope = namespace === null ? ["ip"] : ["ip", "-n", namespace];
  await tryCommand([...scope, "address", "replace", cidr, "dev", device, "nodad"]);
}

/** Makes the host's namespace and plugs its `eth0` into the switch, with its address and MAC. Safe to repeat. */
export async function ensureHostNetwork(names: LabNames, host: HostName): Promise<void> {
  const namespace = names.namespaceOf(host);
  const known = await findLinks(namespace);
  if (known === null) await ensureNamespace(namespace, KEPT_PORTS);
  const [inside, wire] = await Promise.all([
    known ?? observeLinks(namespace),
    observeLinks(names.wireNamespace),
  ]);
  let card = inside.find((link) => link.ifname === HOST_INTERFACE);
  let port = wire.find((link) => link.ifname === host);
  if (card === undefined || port === undefined) {
    [card, port] = [undefined, undefined];
    await tryCommand(["ip", "-n", names.wireNamespace, "link", "delete", host]);
    await tryCommand(["ip", "-n", namespace, "link", "delete", HOST_INTERFACE]);
    const peer = ["peer", "name", HOST_INTERFACE, "netns", namespace, "address", names.macOf(host)];
    await runCommand(["ip", "-n", names.wireNamespace, "link", "add", host, "type", "veth", ...peer]);
  }
  if (!isAttached(names, port)) await attachPort(names, host);
  await configureHostInterface(names, host, card);
}

/** As a host does when it boots; an address or route that software took away comes back. */
async function configureHostInterface(
  names: LabNames,
  host: HostName,
  card: Link | undefined,
): Promise<void> {
  const scope = ["ip", "-n", names.namespaceOf(host)];
  const own = names.addressOf(host);
  if (!isUp(card) || !hasAddress(card, own, names.prefixLength)) {
    const broadcast = ["broadcast", names.broadcast];
    const address = `${own}/${names.prefixLength}`;
    await runCommand([...scope, "address", "replace", address, ...broadcast, "dev", HOST_INTERFACE]);
    await runCommand([...scope, "link", "set", HOST_INTERFACE, "up"]);
  }
  await ensureIpv6(
    names,
    { namespace: names.namespaceOf(host), device: HOST_INTERFACE, address: names.ipv6Of(host) },
    card,
  );
  await runCommand([...scope, "route", "replace", "default", "via", names.gateway]);
}

/** The interfaces of a namespace that is alive with its loopback up; null where it is not. */
async function findLinks(namespace: string): Promise<Link[] | null> {
  const links = await observeLinks(namespace).catch(() => null);
  return isUp(links?.find((link) => link.ifname === "lo")) ? links : null;
}

function isUp(link: Link | undefined): boolean {
  return link?.flags.includes("UP") === true;
}

function isAttached(names: LabNames, port: Link | undefined): boolean {
  return isUp(port) && port?.master === names.bridge;
}

function hasAddress(link: Link | undefined, address: string, prefixLength: number): boolean {
  return (
    link?.addr_info.some(
      (info) =>
        info.local === address && info.prefixlen === prefixLength && info.valid_life_time === FOR_EVER,
    ) === true
  );
}

/** Takes the host's network card away, with its addresses, even while something keeps the namespace alive. */
export async function unplugHost(names: LabNames, host: HostName): Promise<void> {
  await tryCommand(["ip", "-n", names.wireNamespace, "link", "delete", host]);
}

async function attachPort(names: LabNames, port: string): Promise<void> {
  const set = ["ip", "-n", names.wireNamespace, "link", "set", port];
  await runCommand([...set, "master", names.bridge]);
  await runCommand([...set, "up"]);
}

/** Removes every namespace and interface of the lab; harmless when some or all are gone already. */
export async function removeNetwork(names: LabNames): Promise<void> {
  const prefix = `pl-${names.lab}-`;
  const mine = (await listNamespaces()).filter((name) => name.startsWith(prefix));
  await allEnded(mine.map((name) => removeNamespace(name)));
  await tryCommand(["ip", "link", "delete", names.consoleInterface]);
}
