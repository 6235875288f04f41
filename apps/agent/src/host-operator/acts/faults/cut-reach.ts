import { canonicalAddress, familyOf } from "@primacy/contract";
import type { ActingHost } from "@primacy/host-acts";
import { z } from "zod";
import { maxLeaseSeconds } from "../../../vip/address/own-form";
import type { FaultOf } from "./fault-kind";

/** What the rules of a cut have to know of the host's network. */
export interface CutReach {
  /** Interfaces with an address, but for the loopback. */
  readonly devices: readonly string[];
  /** The host's own addresses, without those that an agent holds for its cluster: these are cut off whoever asks for them. */
  readonly own: readonly string[];
  /** Who is asked, and asks, by ARP and neighbour discovery on the way to those who are spared: they themselves, and routers. */
  readonly hops: readonly string[];
  /** Link-layer addresses of those hops, as far as they are known. */
  readonly hopMacs: readonly string[];
  /** Those of the routers alone: one that stands in for another asks by an address of its own. */
  readonly routerMacs: readonly string[];
  /** Link-layer addresses of the peers that are on one link with the host, as far as they are known. */
  readonly peerMacs: readonly string[];
}

const Addresses = z.array(
  z.object({
    ifname: z.string().default(""),
    flags: z.array(z.string()).default([]),
    addr_info: z
      .array(
        z.object({
          local: z.string().optional(),
          prefixlen: z.number().default(0),
          scope: z.string().default("global"),
          valid_life_time: z.number().optional(),
        }),
      )
      .default([]),
  }),
);
const Routes = z.array(
  z.object({
    gateway: z.string().optional(),
    via: z.object({ host: z.string() }).optional(),
  }),
);
const Neighbours = z.array(z.object({ dst: z.string(), lladdr: z.string().optional() }));

type AddressInfo = z.infer<typeof Addresses>[number]["addr_info"][number];

const limits = { timeoutMs: 10_000 };

/** Reads it from the kernel. Throws what the commands throw. */
export async function readReach(host: ActingHost, { peers, spares }: FaultOf<"cut">): Promise<CutReach> {
  const read = async (...args: readonly string[]): Promise<unknown> => {
    const { exitCode, stdout } = await host.tryExec(["ip", "-j", ...args], limits);
    // Where there is no way to somebody it says so by its exit code.
    return exitCode === 0 ? JSON.parse(stdout || "[]") : [];
  };
  const links = Addresses.parse(await read("address", "show")).filter(
    ({ flags, addr_info }) => !flags.includes("LOOPBACK") && addr_info.length > 0,
  );
  const infos = links.flatMap(({ addr_info }) => addr_info).filter((info) => !isHeldByAgent(info));
  const own = infos.flatMap(({ local }) => (local === undefined ? [] : canonicalAddress(local)));
  const sources = infos.flatMap(({ local, scope }) =>
    local === undefined || scope === "link" ? [] : canonicalAddress(local),
  );
  const neighbours = Neighbours.parse(await read("neigh", "show"));
  const macsOf = (addresses: readonly string[]): string[] =>
    neighbours.flatMap(({ dst, lladdr }) =>
      addresses.includes(canonicalAddress(dst)) && /^[0-9a-f:]{17}$/.test(lladdr ?? "") ? (lladdr ?? []) : [],
    );
  const routers = unique((await Promise.all(spares.map((one) => listRouters(read, one, sources)))).flat());
  const hops = unique([...spares, ...routers]);
  const hopMacs = unique(macsOf(hops));
  const routerMacs = unique(macsOf(routers));
  const peerMacs = unique(macsOf(peers ?? [])).filter((mac) => !hopMacs.includes(mac));
  return {
    devices: unique(links.map(({ ifname }) => ifname)),
    own: unique(own),
    ...{ hops, hopMacs, routerMacs, peerMacs },
  };
}

/** A lease for one address alone that ends so soon is an agent's. */
function isHeldByAgent({ local = "", prefixlen, valid_life_time: seconds }: AddressInfo): boolean {
  return (
    prefixlen === (familyOf(local) === 6 ? 128 : 32) && seconds !== undefined && seconds <= maxLeaseSeconds
  );
}

/** Which way an answer takes may depend on the address to which was written. */
async function listRouters(
  read: (...args: readonly string[]) => Promise<unknown>,
  spare: string,
  sources: readonly string[],
): Promise<string[]> {
  const fitting = sources.filter((one) => familyOf(one) === familyOf(spare));
  const routes = await Promise.all(fitting.map((source) => read("route", "get", spare, "from", source)));
  return routes
    .flatMap((found) => Routes.parse(found))
    .flatMap(({ gateway, via }) => gateway ?? via?.host ?? [])
    .map(canonicalAddress);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
