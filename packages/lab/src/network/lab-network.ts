import { LabError } from "../errors";
import type { LabNames } from "../lab-names";
import { runCommand, tryCommand } from "../process/run-command";
import { CONSOLE, type HostName } from "../roster";
import { ensureNamespace, listNamespaces, observeLinks, removeNamespace } from "./namespace";

/** Interface of every host, by the name that operators know. */
export const HOST_INTERFACE = "eth0";

/**
 * Throws LabError `bad_option` when the subnet's gateway address, or another route to it, is already in use on
 * this machine by something that is not this lab.
 */
export async function checkSubnetIsFree(names: LabNames): Promise<void> {
  const links = await observeLinks(null);
  const other = links.find(
    (link) =>
      link.ifname !== names.consoleInterface &&
      link.addr_info.some((address) => address.local?.startsWith(`${names.network}.`)),
  );
  if (other !== undefined) {
    throw new LabError(
      "bad_option",
      `The subnet ${names.subnet} is already in use on this machine by interface ${other.ifname}; choose another with --subnet.`,
    );
  }
}

/**
 * Makes the switch (a bridge in a namespace of its own, so that the machine's firewall and bridge settings never
 * touch lab traffic) and the machine's own address in the lab. Safe to repeat over a half-made one.
 */
export async function ensureSwitch(names: LabNames): Promise<void> {
  const wire = names.wireNamespace;
  await ensureNamespace(wire);
  const links = await observeLinks(wire);
  if (!links.some((link) => link.ifname === names.bridge)) {
    await runCommand(["ip", "-n", wire, "link", "add", names.bridge, "type", "bridge", "stp_state", "0"]);
  }
  // VRRP is multicast without group membership: a snooping bridge may not deliver it.
  const bridge = ["ip", "-n", wire, "link", "set", names.bridge];
  await runCommand([...bridge, "type", "bridge", "mcast_snooping", "0"]);
  await runCommand([...bridge, "up"]);
  await ensureConsolePort(names);
}

async function ensureConsolePort(names: LabNames): Promise<void> {
  const [own, wire] = await Promise.all([observeLinks(null), observeLinks(names.wireNamespace)]);
  const isWired =
    own.some((link) => link.ifname === names.consoleInterface) &&
    wire.some((link) => link.ifname === CONSOLE);
  if (!isWired) {
    await tryCommand(["ip", "link", "delete", names.consoleInterface]);
    const peer = ["peer", "name", CONSOLE, "netns", names.wireNamespace];
    await runCommand(["ip", "link", "add", names.consoleInterface, "type", "veth", ...peer]);
  }
  await attachPort(names, CONSOLE);
  const address = `${names.gateway}/${names.prefixLength}`;
  await runCommand(["ip", "address", "replace", address, "dev", names.consoleInterface]);
  await runCommand(["ip", "link", "set", names.consoleInterface, "up"]);
}

/** Makes the host's namespace and plugs its `eth0` into the switch, with its address and MAC. Safe to repeat. */
export async function ensureHostNetwork(names: LabNames, host: HostName): Promise<void> {
  const namespace = names.namespaceOf(host);
  await ensureNamespace(namespace);
  const [inside, wire] = await Promise.all([observeLinks(namespace), observeLinks(names.wireNamespace)]);
  const isWired =
    inside.some((link) => link.ifname === HOST_INTERFACE) && wire.some((link) => link.ifname === host);
  if (!isWired) {
    await tryCommand(["ip", "-n", names.wireNamespace, "link", "delete", host]);
    await tryCommand(["ip", "-n", namespace, "link", "delete", HOST_INTERFACE]);
    const peer = ["peer", "name", HOST_INTERFACE, "netns", namespace, "address", names.macOf(host)];
    await runCommand(["ip", "-n", names.wireNamespace, "link", "add", host, "type", "veth", ...peer]);
  }
  await attachPort(names, host);
  await configureHostInterface(names, host);
}

/** As a host does when it boots; an address or route that software took away comes back. */
async function configureHostInterface(names: LabNames, host: HostName): Promise<void> {
  const scope = ["ip", "-n", names.namespaceOf(host)];
  const address = `${names.addressOf(host)}/${names.prefixLength}`;
  const broadcast = ["broadcast", names.broadcast];
  await runCommand([...scope, "address", "replace", address, ...broadcast, "dev", HOST_INTERFACE]);
  await runCommand([...scope, "link", "set", HOST_INTERFACE, "up"]);
  await runCommand([...scope, "route", "replace", "default", "via", names.gateway]);
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
  await Promise.all(mine.map((name) => removeNamespace(name)));
  await tryCommand(["ip", "link", "delete", names.consoleInterface]);
}
