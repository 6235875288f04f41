import { readdir } from "node:fs/promises";
import { z } from "zod";
import { LabError } from "../errors";
import { runCommand, tryCommand } from "../process/run-command";

const Link = z.object({
  ifindex: z.number().optional(),
  ifname: z.string(),
  flags: z.array(z.string()).default([]),
  operstate: z.string().optional(),
  address: z.string().optional(),
  master: z.string().optional(),
  addr_info: z
    .array(
      z.object({
        family: z.string(),
        local: z.string().optional(),
        prefixlen: z.number().optional(),
        valid_life_time: z.number().optional(),
      }),
    )
    .default([]),
});

/** One interface as the kernel reports it. */
export type Link = z.infer<typeof Link>;

/** Names of all network namespaces that `ip netns` knows on this machine. */
export async function listNamespaces(): Promise<string[]> {
  return readdir("/run/netns").catch(() => []);
}

/**
 * Creates the namespace unless it is there and alive, with its loopback up. The kernel never gives a connection that is
 * made inside one of `keptPorts` (as `ip_local_reserved_ports` is written) as its own end: who listens there later can.
 */
export async function ensureNamespace(name: string, keptPorts = ""): Promise<void> {
  const isUsable =
    (await listNamespaces()).includes(name) &&
    (await tryCommand(["ip", "netns", "exec", name, "true"])).exitCode === 0;
  if (!isUsable) {
    // A creator killed between the file and its mount leaves a name without a namespace behind it.
    await removeNamespace(name);
    await runCommand(["ip", "netns", "add", name]);
  }
  if (keptPorts !== "") {
    const setting = `net.ipv4.ip_local_reserved_ports=${keptPorts}`;
    await runCommand(["ip", "netns", "exec", name, "sysctl", "-qw", setting]);
  }
  await runCommand(["ip", "-n", name, "link", "set", "lo", "up"]);
}

/** Removes the name; the namespace itself goes with its last process. Harmless when it is absent. */
export async function removeNamespace(name: string): Promise<void> {
  if ((await listNamespaces()).includes(name)) await tryCommand(["ip", "netns", "delete", name]);
}

/** All interfaces with their addresses in a namespace (null: the machine's own), read from the kernel. */
export async function observeLinks(namespace: string | null, signal?: AbortSignal): Promise<Link[]> {
  const scope = namespace === null ? [] : ["-n", namespace];
  const result = await runCommand(["ip", ...scope, "-json", "address", "show"], { timeoutMs: 5_000, signal });
  const parsed = z.array(Link).safeParse(JSON.parse(result.stdout || "[]"));
  if (parsed.success) return parsed.data;
  throw new LabError("command_failed", "The output of 'ip -json address' could not be understood.", {
    cause: parsed.error,
  });
}
