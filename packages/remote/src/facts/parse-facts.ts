import { type HostFacts, MacAddress, NicName } from "@primacy/contract";
import { z } from "zod";

/** `uname -srm` in two words; what is missing is empty. */
export function parseUname(text: string): { kernel: string; architecture: string } {
  const [, kernel = "", architecture = ""] = text.trim().split(/\s+/);
  return { kernel, architecture };
}

/** The name that /etc/os-release has for people; `Linux` where there is none. */
export function parseOsRelease(text: string): string {
  const fields = new Map(
    text.split("\n").map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, Math.max(at, 0)), line.slice(at + 1).replace(/^(["'])(.*)\1$/, "$2")];
    }),
  );
  return fields.get("PRETTY_NAME") ?? fields.get("NAME") ?? "Linux";
}

/** The tools that the host named, one a line. */
export function parseTools(text: string): ReadonlySet<string> {
  return new Set(text.split("\n").filter((line) => line !== ""));
}

const IpAddressOutput = z.array(
  z.object({
    ifname: z.string(),
    flags: z.array(z.string()).default([]),
    address: z.string().optional(),
    addr_info: z.array(z.object({ local: z.string(), prefixlen: z.number().int() })).default([]),
  }),
);

/** The interfaces in `ip -j address`, without loopback; none where the text cannot be read. */
export function parseNics(text: string): HostFacts["nics"] {
  const parsed = IpAddressOutput.safeParse(parseJson(text));
  if (!parsed.success) return [];
  return parsed.data
    .filter((nic) => !nic.flags.includes("LOOPBACK") && NicName.safeParse(nic.ifname).success)
    .map((nic) => ({
      name: nic.ifname,
      mac: MacAddress.safeParse(nic.address).data ?? null,
      isUp: nic.flags.includes("UP"),
      addresses: nic.addr_info.map((one) => `${one.local}/${one.prefixlen}`),
    }));
}

/** The TCP ports on which each process listens, from `ss -Hltnp`; addresses that are not loopback or any are kept too. */
export function parseListeners(text: string): ReadonlyMap<number, readonly Listener[]> {
  const byPid = new Map<number, Listener[]>();
  for (const line of text.split("\n")) {
    const local = line.trim().split(/\s+/)[3] ?? "";
    const match = /^(.*):(\d+)$/.exec(local);
    if (match === null) continue;
    const listener = { address: (match[1] ?? "").replace(/^\[|\]$/g, ""), port: Number(match[2]) };
    for (const [, pid] of line.matchAll(/pid=(\d+)/g)) {
      byPid.set(Number(pid), [...(byPid.get(Number(pid)) ?? []), listener]);
    }
  }
  return byPid;
}

/** Where a process listens. */
export interface Listener {
  readonly address: string;
  readonly port: number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
