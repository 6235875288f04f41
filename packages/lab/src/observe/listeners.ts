import type { LabHost } from "../host/lab-host";
import { runCommand } from "../process/run-command";

/**
 * Those of the TCP ports on which something listens in the host's namespace. Asked of the kernel, so that it holds for
 * a host that nobody can reach or that is frozen too.
 */
export async function observeListeners(host: LabHost, ports: readonly number[]): Promise<number[]> {
  const { stdout } = await runCommand(["ip", "netns", "exec", host.namespace, "ss", "-Htln"]);
  const open = new Set(stdout.split("\n").map((line) => Number(/:(\d+)\s/.exec(line)?.[1])));
  return ports.filter((port) => open.has(port));
}
