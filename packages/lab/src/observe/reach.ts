import type { Lab } from "../lab";
import { runCommand, tryCommand } from "../process/run-command";
import { CONSOLE, type Endpoint } from "../roster";

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
 * Which of `to` frames from one host arrive at: broadcast pings leave it, and each kernel counts the echo requests
 * that reach it. Needs no answer and no ARP, so it tells the two directions of a link apart, and works for frozen
 * hosts. Pings that somebody else sends meanwhile count as well.
 */
export async function observeArrivals(
  lab: Lab,
  from: Endpoint,
  to: readonly Endpoint[],
): Promise<ReadonlyMap<Endpoint, boolean>> {
  const count = (): Promise<number[]> => Promise.all(to.map((one) => countEchoRequests(lab, one)));
  const before = await count();
  await pingBroadcast(lab, from);
  const after = await count();
  return new Map(to.map((one, index) => [one, (after[index] ?? 0) > (before[index] ?? 0)]));
}

async function pingBroadcast(lab: Lab, from: Endpoint): Promise<void> {
  const ping = ["ping", "-q", "-b", "-c", "2", "-i", "0.05", "-W", "0.1", lab.names.broadcast];
  // The machine may have no ping; a root file system's own runs in the sender's network without its processes.
  await tryCommand([...inNetworkOf(lab, from), "chroot", findRoot(lab), ...ping], { timeoutMs: 5_000 });
}

async function countEchoRequests(lab: Lab, at: Endpoint): Promise<number> {
  const { stdout } = await runCommand([...inNetworkOf(lab, at), "cat", "/proc/net/snmp"]);
  const lines = stdout.split("\n").filter((line) => line.startsWith("Icmp:"));
  const [titles = [], values = []] = lines.map((line) => line.split(" "));
  return Number(values[titles.indexOf("InEchos")] ?? 0);
}

function inNetworkOf(lab: Lab, endpoint: Endpoint): string[] {
  return endpoint === CONSOLE ? [] : ["ip", "netns", "exec", lab.names.namespaceOf(endpoint)];
}

function findRoot(lab: Lab): string {
  return lab.state.roots.server === "" ? lab.state.roots.client : lab.state.roots.server;
}
