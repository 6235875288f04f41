import { getFreezer, listCgroupHosts, removeLabCgroups } from "./host/freezer";
import { killAll } from "./host/host-process";
import { getLabNames } from "./lab-names";
import { removeNetwork } from "./network/lab-network";
import { getLabLock } from "./paths";
import { acquireFileLock } from "./process/file-lock";
import { removeLabFiles } from "./state/lab-state";

/** Limits of `stopLab`. */
export interface StopLabOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Takes a lab away: its processes, mounts, namespaces, interfaces, cgroups and files. Works from the lab's name
 * and what the kernel shows, so it also clears what a killed `startLab` left, and is harmless without a lab.
 * Cached root file systems stay. Waits while another process works on the same lab.
 */
export async function stopLab(name: string, options: StopLabOptions = {}): Promise<void> {
  // Every name in the kernel derives from the lab's name alone; the subnet is of no matter here.
  const names = getLabNames(name, "10.0.0.0/24");
  const onProgress = options.onProgress ?? (() => undefined);
  const lock = await acquireFileLock(getLabLock(name), {
    timeoutMs: 10 * 60_000,
    onWait: () => onProgress(`waiting for another process that works on lab '${name}'`),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  try {
    for (const host of await listCgroupHosts(names.cgroup)) {
      await killAll(await getFreezer(names.cgroup, host));
    }
    onProgress("all processes of the lab are gone");
    await removeNetwork(names);
    await removeLabCgroups(names.cgroup);
    await removeLabFiles(name);
    onProgress("namespaces, interfaces, cgroups and files are gone");
  } finally {
    await lock.release();
  }
}
