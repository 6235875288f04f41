import type { GuardedPluginAddress } from "@primacy/contract/agent";

/**
 * What a person runs where an address is the first of its network. First the kernel is told to keep the others, on this interface alone:
 * `sysctl` takes a slash for a dot in its name.
 */
export function removalCommand({
  address,
  prefixLength,
  nic,
}: Pick<GuardedPluginAddress, "address" | "prefixLength" | "nic">): string {
  const setting = `net.ipv4.conf.${nic.replaceAll(".", "/")}.promote_secondaries=1`;
  return `sysctl -w ${setting} && ip address del ${address}/${prefixLength} dev ${nic}`;
}
