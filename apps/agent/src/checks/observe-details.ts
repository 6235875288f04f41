import { Resolver } from "node:dns/promises";
import { readFile, statfs } from "node:fs/promises";
import { release } from "node:os";
import { familyOf, isNetworkAddress, isSameSubnet } from "@primacy/contract";
import type { ArpObservation, HostDetails, ObserveRequest } from "@primacy/contract/agent";
import type { HostNetwork } from "../vip/address/types";
import { connectToAll } from "./connect-to";
import { findBootStart } from "./find-boot-start";
import { findNicManager } from "./nic-configuration";

const nameLimitMs = 1_000;
const maxGateways = 2;
const clockSourceFile = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

/** What the rest of an observation found, on which these depend. */
export interface DetailParts {
  readonly network: HostNetwork;
  readonly nicName: string | null;
  readonly gateways: readonly string[];
  readonly remembered: HostDetails["remembered"];
  /** The folder of the server's data; null where the server did not say. */
  readonly dataFolder: Promise<string | null>;
  /** Asks for an address on the interface; null where there is none to ask on. */
  readonly ask: (address: string) => Promise<ArpObservation | null>;
}

/** Looks at what the later checks judge. Nothing is changed; what cannot be seen is null or absent. Never throws. */
export async function observeDetails(request: ObserveRequest, parts: DetailParts): Promise<HostDetails> {
  // Each family has gateways of its own, and those of the addresses that are asked for matter.
  const families = new Set(request.addresses.map(familyOf));
  const near = parts.gateways
    .filter((gateway) => families.size === 0 || families.has(familyOf(gateway)))
    .filter((gateway) => isNear(parts, gateway))
    .slice(0, maxGateways);
  const [clockSource, platform, nic, gatewayArp, reverseNames, disk, connected, bootStart] =
    await Promise.all([
      readLine(clockSourceFile),
      readPlatform(),
      observeNic(parts.nicName),
      Promise.all(near.map(parts.ask)),
      readNames(request.addresses),
      parts.dataFolder.then(readDisk),
      connectToAll(request.connectTo ?? []),
      findBootStart(),
    ]);
  return {
    kernel: release(),
    clockSource,
    platform,
    nic,
    remembered: parts.remembered,
    gatewayArp: gatewayArp.flatMap((answer) => answer ?? []),
    reverseNames,
    disk,
    connected,
    bootStart,
  };
}

function isNear({ network, nicName }: DetailParts, gateway: string): boolean {
  return network.addresses.some(
    (held) =>
      held.interfaceName === nicName &&
      isNetworkAddress(held) &&
      isSameSubnet(held.address, gateway, held.prefixLength),
  );
}

async function observeNic(nicName: string | null): Promise<HostDetails["nic"]> {
  if (nicName === null) {
    return null;
  }
  const [mtu, index] = await Promise.all(
    ["mtu", "ifindex"].map((name) => readNumber(`/sys/class/net/${nicName}/${name}`)),
  );
  return { name: nicName, mtu: mtu ?? null, manager: await findNicManager(index ?? null) };
}

async function readPlatform(): Promise<string | null> {
  const [vendor, product] = await Promise.all(
    ["sys_vendor", "product_name"].map((name) => readLine(`/sys/class/dmi/id/${name}`)),
  );
  const text = [vendor, product].filter((part) => part !== null && part !== undefined).join(" ");
  return text === "" ? null : text.slice(0, 200);
}

async function readNames(addresses: readonly string[]): Promise<Record<string, string[]>> {
  const resolver = new Resolver({ timeout: nameLimitMs, tries: 1 });
  const limit = setTimeout(() => resolver.cancel(), nameLimitMs);
  try {
    const answers = await Promise.all(
      addresses.map(
        (address): Promise<[string, string[]][]> =>
          resolver.reverse(address).then(
            (names) => [[address, names]],
            (error: unknown) => (isUnknownName(error) ? [[address, []]] : []),
          ),
      ),
    );
    return Object.fromEntries(answers.flat());
  } finally {
    clearTimeout(limit);
  }
}

/** A name server that did not answer says nothing of the address. */
function isUnknownName(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")
  );
}

async function readDisk(folder: string | null): Promise<HostDetails["disk"]> {
  if (folder === null) {
    return null;
  }
  const stats = await statfs(folder).catch(() => null);
  // `bavail`: what others than root may use.
  return stats === null
    ? null
    : { path: folder, totalBytes: stats.blocks * stats.bsize, freeBytes: stats.bavail * stats.bsize };
}

async function readNumber(file: string): Promise<number | null> {
  const text = await readLine(file);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

async function readLine(file: string): Promise<string | null> {
  const text = (await readFile(file, "utf8").catch(() => "")).trim();
  return text === "" ? null : text;
}
