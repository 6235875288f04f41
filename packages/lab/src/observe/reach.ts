import type { Lab } from "../lab";
import { runCommand, tryCommand } from "../process/run-command";
import type { HostName } from "../roster";

/**
 * True when an ARP request for `address` from the host's interface is answered. Asked by a program of the machine
 * in the host's network namespace, so it works for a frozen host too.
 */
export async function observeArp(
  namespace: string | null,
  device: string,
  address: string,
): Promise<boolean> {
  const scope = namespace === null ? [] : ["ip", "netns", "exec", namespace];
  const argv = [...scope, "arping", "-q", "-c", "1", "-w", "1", "-I", device, address];
  return (await tryCommand(argv, { timeoutMs: 5_000 })).exitCode === 0;
}

/**
 * Which of the hosts `to` frames from one host arrive at: broadcast pings leave it, and each kernel counts the echo
 * requests that reach it. Needs no answer and no ARP, so it tells the two directions of a link apart. Pings that
 * somebody else sends meanwhile count as well.
 */
export async function observeArrivals(
  lab: Lab,
  from: HostName,
  to: readonly HostName[],
): Promise<ReadonlyMap<HostName, boolean>> {
  const count = (): Promise<number[]> => Promise.all(to.map((host) => countEchoRequests(lab, host)));
  const before = await count();
  await pingBroadcast(lab, from);
  const after = await count();
  return new Map(to.map((host, index) => [host, (after[index] ?? 0) > (before[index] ?? 0)]));
}

async function pingBroadcast(lab: Lab, from: HostName): Promise<void> {
  const ping = ["ping", "-q", "-b", "-c", "2", "-i", "0.05", "-W", "0.1", lab.names.broadcast];
  // The machine may have no ping; the root file system's own runs in the host's network without its processes.
  const argv = ["chroot", lab.rootOf(from), ...ping];
  await tryCommand(["ip", "netns", "exec", lab.names.namespaceOf(from), ...argv], { timeoutMs: 5_000 });
}

async function countEchoRequests(lab: Lab, host: HostName): Promise<number> {
  const argv = ["ip", "netns", "exec", lab.names.namespaceOf(host), "cat", "/proc/net/snmp"];
  const lines = (await runCommand(argv)).stdout.split("\n").filter((line) => line.startsWith("Icmp:"));
  const [titles = [], values = []] = lines.map((line) => line.split(" "));
  return Number(values[titles.indexOf("InEchos")] ?? 0);
}
