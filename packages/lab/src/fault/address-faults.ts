import { randomBytes } from "node:crypto";
import { familyOf, hostPrefixLength } from "@primacy/contract";
import { actAndObserve } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { HOST_INTERFACE } from "../network/lab-network";
import { observeLinks } from "../network/namespace";
import { observeArpOwners } from "../observe/arp-owners";
import { runCommand, tryCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames, type HostName } from "../roster";
import type { FaultEvidence } from "./evidence";

/** Table on the switch that drops one TCP port between the database hosts. */
const PORT_TABLE = "primacy_port";

/**
 * Gives an address to a host for ever, as a careless person does. Returns when its card answers ARP for it; a `mute`
 * stranger has it and answers nobody, which its own kernel shows.
 */
export async function addConflictingHost(
  lab: Lab,
  host: LabHost,
  address: string,
  options: { readonly mute: boolean },
): Promise<FaultEvidence> {
  return actAndObserve(
    "add-stranger",
    `${host.name} ${address}`,
    async () => {
      if (options.mute && familyOf(address) === 6)
        throw new LabError(
          "bad_option",
          "A mute stranger has an IPv4 address: the kernel answers for IPv6 in any case.",
        );
      const ignore = options.mute ? "8" : "0";
      await runCommand(
        inNetworkOf(host, "sysctl", "-qw", `net.ipv4.conf.${HOST_INTERFACE}.arp_ignore=${ignore}`),
      );
      await tryCommand([
        "ip",
        "-n",
        host.namespace,
        "address",
        "add",
        `${address}/${hostPrefixLength(address)}`,
        "dev",
        HOST_INTERFACE,
        ...(familyOf(address) === 6 ? ["nodad"] : []),
      ]);
    },
    () =>
      waitFor(
        `${host.name} to have ${address}`,
        async () => {
          if (options.mute)
            return (await hasAddress(host, address)) ? [`the kernel of ${host.name} has it`] : undefined;
          const from: HostName = host.name === "px2" ? "px1" : "px2";
          const owners = await observeArpOwners(lab, address, { from });
          return owners.some((owner) => owner.host === host.name)
            ? [`${host.mac} answers ARP for ${address}`]
            : undefined;
        },
        { timeoutMs: 60_000 },
      ),
  );
}

/** Ends `addConflictingHost`. Harmless where there is none. */
export async function removeConflictingHost(host: LabHost, address: string): Promise<void> {
  const cidr = `${address}/${hostPrefixLength(address)}`;
  await tryCommand(["ip", "-n", host.namespace, "address", "delete", cidr, "dev", HOST_INTERFACE]);
  await runCommand(inNetworkOf(host, "sysctl", "-qw", `net.ipv4.conf.${HOST_INTERFACE}.arp_ignore=0`));
}

/**
 * Drops one TCP port between the database hosts, on the switch; with `of` only from and to that host. Returns when the
 * switch has dropped a packet of it: one that a database host sends meanwhile.
 */
export async function cutPort(lab: Lab, port: number, of?: DatabaseName): Promise<FaultEvidence> {
  const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
  const rest = databaseNames.filter((name) => name !== of);
  const ways = of === undefined ? [[rest, rest] as const] : [[[of], rest] as const, [rest, [of]] as const];
  const rules = ways.flatMap(([from, to]) =>
    ["dport", "sport"].map(
      (side) =>
        `add rule bridge ${PORT_TABLE} cut iifname { ${quote(from)} } oifname { ${quote(to)} } tcp ${side} ${port} counter drop\n`,
    ),
  );
  const input = [
    `add table bridge ${PORT_TABLE}\n`,
    `add chain bridge ${PORT_TABLE} cut { type filter hook forward priority 1; }\n`,
    `flush chain bridge ${PORT_TABLE} cut\n`,
    ...rules,
  ].join("");
  const one = of ?? databaseNames[0];
  const other = databaseNames.find((name) => name !== one) ?? one;
  return actAndObserve(
    "cut-port",
    `port ${port}${of === undefined ? "" : ` of ${of}`}`,
    async () => {
      await runCommand(onSwitch(lab, "nft", "-f", "-"), { input });
    },
    () =>
      waitFor(
        `the switch to drop port ${port}`,
        async () => {
          // One knock of our own, where nobody else speaks on that port just now.
          const probe = `exec 3<>/dev/tcp/${lab.host(other).address}/${port}`;
          await lab.host(one).tryExec(["timeout", "1", "bash", "-c", probe], { timeoutMs: 60_000 });
          const { stdout } = await runCommand(onSwitch(lab, "nft", "list", "table", "bridge", PORT_TABLE));
          const counts = [...stdout.matchAll(/counter packets (\d+)/g)].map((match) => Number(match[1]));
          const dropped = counts.reduce((sum, count) => sum + count, 0);
          return dropped > 0 ? [`the switch dropped ${dropped} packets of port ${port}`] : undefined;
        },
        { timeoutMs: 60_000 },
      ),
  );
}

/** Ends `cutPort`. Harmless where there is none. */
export async function restorePorts(lab: Lab): Promise<void> {
  await tryCommand(onSwitch(lab, "nft", "delete", "table", "bridge", PORT_TABLE));
}

/** Throws every firewall rule of a host away. Returns when a rule that was put there first is gone. */
export async function flushRules(host: LabHost): Promise<FaultEvidence> {
  const marker = `mark_${randomBytes(4).toString("hex")}`;
  await runCommand(inNetworkOf(host, "nft", "add", "table", "inet", marker));
  return actAndObserve(
    "flush-rules",
    host.name,
    async () => {
      await runCommand(inNetworkOf(host, "nft", "flush", "ruleset"));
    },
    () =>
      waitFor(
        `the rules of ${host.name} to be gone`,
        async () => {
          const { stdout } = await runCommand(inNetworkOf(host, "nft", "list", "tables"));
          return stdout.includes(marker) ? undefined : ["a table that was there before is gone"];
        },
        { timeoutMs: 60_000, intervalMs: 20 },
      ),
  );
}

async function hasAddress(host: LabHost, address: string): Promise<boolean> {
  const links = await observeLinks(host.namespace);
  return links.some((link) => link.addr_info.some((info) => info.local === address));
}

function inNetworkOf(host: LabHost, ...argv: string[]): string[] {
  return ["ip", "netns", "exec", host.namespace, ...argv];
}

function onSwitch(lab: Lab, ...argv: string[]): string[] {
  return ["ip", "netns", "exec", lab.names.wireNamespace, ...argv];
}
