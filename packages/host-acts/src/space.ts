import { actAndObserve, type Evidence } from "./act";
import { ActFailure } from "./failure";
import type { ActingHost } from "./host";

/**
 * Leaves only `bytes` of space in a folder of the host, by a small file system over it, which `source` names; what the folder
 * held is hidden until `restoreSpace`. Adding it twice changes nothing.
 */
export async function limitSpace(
  host: ActingHost,
  source: string,
  folder: string,
  bytes: number,
): Promise<Evidence<"limit-space">> {
  return actAndObserve(
    "limit-space",
    `${host.name} ${folder}`,
    async () => {
      if ((await listSmallMounts(host, source)).includes(folder)) return;
      await host.exec(["mkdir", "-p", folder]);
      await host.exec(["mount", "-t", "tmpfs", "-o", `size=${bytes},mode=755`, source, folder]);
    },
    async () => {
      const { stdout } = await host.exec(["df", "-B1", "--output=avail", folder]);
      const available = Number(stdout.trim().split("\n").at(-1));
      if (!(available <= Math.max(bytes, 4096)))
        throw new ActFailure("not_observed", `${folder} on ${host.name} still has ${available} bytes.`);
      return [`${folder} has ${available} bytes left`];
    },
  );
}

/** Takes every small file system with this source away again. */
export async function restoreSpace(host: ActingHost, source: string): Promise<void> {
  for (const folder of (await listSmallMounts(host, source)).reverse())
    await host.exec(["umount", "-l", folder]);
}

async function listSmallMounts(host: ActingHost, source: string): Promise<string[]> {
  const mounts = (await host.readMounts()).split("\n").map((line) => line.split(" "));
  return mounts.filter((mount) => mount[0] === source).map(([, folder = ""]) => folder);
}
