import type { Host } from "@primacy/contract";

/** The addresses of a host: how it is reached, and what its interfaces carry; loopback and leased ones aside. */
export function addressesOf(host: Host): readonly string[] {
  const carried = (host.facts?.nics ?? [])
    .flatMap((nic) => nic.addresses)
    .map((address) => address.split("/")[0] ?? "")
    .filter((address) => address !== "" && !address.startsWith("127.") && address !== "::1");
  return [...new Set([host.address, host.agentAddress, ...carried])];
}
