import { release } from "node:os";
import type { Lab } from "../lab";
import { tryCommand } from "../process/run-command";

const PACKAGES = [
  "mysql-server",
  "mysql-router",
  "haproxy",
  "keepalived",
  "sysbench",
  "openssh-server",
] as const;

/** Versions of everything that a figure measured in the lab depends on, by name; packages that it lacks are absent. */
export async function observeVersions(lab: Lab): Promise<Readonly<Record<string, string>>> {
  const versions: Record<string, string> = { node: process.versions.node, kernel: release() };
  const { server, client } = lab.state.roots;
  for (const root of [client, server].filter((path) => path !== "")) {
    const query = [
      "dpkg-query",
      `--root=${root}`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of dpkg-query
      "--showformat=${Package} ${Version}\\n",
      "--show",
      ...PACKAGES,
    ];
    // Exits 1 when one of the packages is not there, and prints the others.
    for (const line of (await tryCommand(query)).stdout.split("\n")) {
      const [name, version] = line.split(" ");
      if (name && version) versions[name] = version;
    }
  }
  return versions;
}
