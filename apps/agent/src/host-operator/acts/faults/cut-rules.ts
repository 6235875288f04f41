import { familyOf } from "@primacy/contract";
import type { CutReach } from "./cut-reach";
import type { FaultOf } from "./fault-kind";

/** The table of a cut; nothing else of the host's rules is touched. */
export const cutTable = "netdev primacy_drill";

type Direction = "in" | "out";

/** Earlier than whatever else may look at a frame there. */
const priority = -500;
/** Where the target of a neighbour solicitation or advertisement stands (RFC 4861, 4.3): older versions of nft have no name for it. */
const target = "@th,64,128";
const discovery = "icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert }";

/** The directions in which frames are dropped. */
export function directionsOf({ drops }: Pick<FaultOf<"cut">, "drops">): readonly Direction[] {
  return drops === "both" ? ["in", "out"] : [drops];
}

/** The counter of what was dropped in one direction. */
export function counterOf(direction: Direction): string {
  return `dropped_${direction}`;
}

/** Deletes the table, whether there is one or not. */
export const endOfCut = [`add table ${cutTable}`, `delete table ${cutTable}`].join("\n");

/**
 * The transaction that makes a cut, in the place of one that may be there. Each rule that drops counts only for frames at an interface that
 * is in a set, whose elements the kernel itself forgets after `leftMs`: no process has to live for its end.
 */
export function listCutRules(fault: FaultOf<"cut">, reach: CutReach, leftMs: number): string {
  const elements = reach.devices.map((device) => `"${device}" timeout ${leftMs}ms`).join(", ");
  return [
    endOfCut,
    `add table ${cutTable}`,
    `add set ${cutTable} armed { type ifname; flags timeout; }`,
    `add element ${cutTable} armed { ${elements} }`,
    ...directionsOf(fault).flatMap((direction) => [
      `add counter ${cutTable} ${counterOf(direction)}`,
      ...reach.devices.flatMap((device, at) => listChain(fault, reach, { direction, device, at })),
    ]),
  ].join("\n");
}

function listChain(
  fault: FaultOf<"cut">,
  reach: CutReach,
  { direction, device, at }: { readonly direction: Direction; readonly device: string; readonly at: number },
): string[] {
  const chain = `${direction}${at}`;
  const [hook, name] = direction === "in" ? ["ingress", "iifname"] : ["egress", "oifname"];
  const drop = `counter name "${counterOf(direction)}" drop`;
  const dropped = fault.peers === null ? [""] : listMatches(fault.peers, reach.peerMacs, direction);
  return [
    `add chain ${cutTable} ${chain} { type filter hook ${hook} device "${device}" priority ${priority}; policy accept; }`,
    ...[
      `${name} != @armed accept`,
      ...listSpared(fault.spares, reach, direction).map((match) => `${match} accept`),
      ...dropped.map((match) => `${match} ${drop}`.trim()),
    ].map((rule) => `add rule ${cutTable} ${chain} ${rule}`),
  ];
}

/** Frames of somebody, by whatever they are known. */
function listMatches(addresses: readonly string[], macs: readonly string[], direction: Direction): string[] {
  const far = direction === "in" ? "saddr" : "daddr";
  return [
    ...match(addresses, 4, (set) => [`ip ${far} ${set}`, `arp ${far} ip ${set}`]),
    ...match(addresses, 6, (set, targets) => [`ip6 ${far} ${set}`, `${discovery} ${target} ${targets}`]),
    // Who asks whether an address is free has none yet.
    ...(macs.length === 0
      ? []
      : [`ether ${far} ${setOf(macs)} meta protocol arp`, `ether ${far} ${setOf(macs)} ${discovery}`]),
  ];
}

/** Frames between the host's own addresses and those who are spared, and what either needs to find the other. */
function listSpared(
  spares: readonly string[],
  { own, hops, hopMacs, routerMacs }: CutReach,
  direction: Direction,
): string[] {
  const [far, near] = direction === "in" ? ["saddr", "daddr"] : ["daddr", "saddr"];
  const own6 = own.filter((one) => familyOf(one) === 6);
  const asked = own6.length === 0 ? null : `${target} ${setOf(own6.map(hexOf))}`;
  const [asks, answers] = ["icmpv6 type nd-neighbor-solicit", "icmpv6 type nd-neighbor-advert"];
  // What asks for one of its own, and what answers for one.
  const ofOwn = direction === "in" ? asks : answers;
  return [
    ...match(own, 4, (mine) => [
      ...match(spares, 4, (set) => [`ip ${far} ${set} ip ${near} ${mine}`]),
      ...match(hops, 4, (set) => [`arp ${far} ip ${set} arp ${near} ip ${mine}`]),
      ...(routerMacs.length === 0 ? [] : [`ether ${far} ${setOf(routerMacs)} arp ${near} ip ${mine}`]),
    ]),
    ...match(own, 6, (mine) => match(spares, 6, (set) => [`ip6 ${far} ${set} ip6 ${near} ${mine}`])),
    ...match(hops, 6, (set, targets) => [
      direction === "in"
        ? `ip6 saddr ${set} icmpv6 type { nd-neighbor-advert, nd-router-advert }`
        : `${asks} ${target} ${targets}`,
      ...(asked === null ? [] : [`ip6 ${far} ${set} ${ofOwn} ${asked}`]),
    ]),
    // A neighbour may ask by another address of its own.
    ...(asked === null || hopMacs.length === 0 ? [] : [`ether ${far} ${setOf(hopMacs)} ${ofOwn} ${asked}`]),
  ];
}

/** Nothing where there is no address of that family: nft has no empty sets. */
function match(
  addresses: readonly string[],
  family: 4 | 6,
  list: (set: string, targets: string) => string[],
): string[] {
  const fitting = addresses.filter((one) => familyOf(one) === family);
  if (fitting.length === 0) return [];
  return list(setOf(fitting), family === 6 ? setOf(fitting.map(hexOf)) : "");
}

function setOf(values: readonly string[]): string {
  return `{ ${values.join(", ")} }`;
}

/** An IPv6 address as one number, for a place in a packet that has no type. */
function hexOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? [] : Array(8 - before.length - after.length).fill("0");
  return `0x${[...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join("")}`;
}

function groupsOf(text: string): string[] {
  const groups = text === "" ? [] : text.split(":");
  const last = groups.at(-1);
  if (last === undefined || !last.includes(".")) return groups;
  const [a = 0, b = 0, c = 0, d = 0] = last.split(".").map(Number);
  return [...groups.slice(0, -1), (a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
