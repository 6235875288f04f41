import { access, readdir, readFile } from "node:fs/promises";
import { listCgroupHosts } from "../host/freezer";
import { getLabNames } from "../lab-names";
import { listNamespaces, observeLinks } from "../network/namespace";
import { getOneLabDirectory } from "../paths";

/**
 * Everything that still exists of a lab on this machine, in words: namespaces, interfaces, cgroups, mounts,
 * processes, files. Empty after a `down`. Independent of how `down` works: it looks at the kernel.
 */
export async function observeLeftovers(lab: string): Promise<string[]> {
  const names = getLabNames(lab, "10.0.0.0/24");
  const folder = getOneLabDirectory(lab);
  const prefix = `pl-${lab}-`;
  const [namespaces, links, cgroups, processes, hasFiles] = await Promise.all([
    listNamespaces(),
    observeLinks(null),
    listCgroupHosts(names.cgroup),
    findProcesses(names.cgroup, folder),
    access(folder).then(
      () => true,
      () => false,
    ),
  ]);
  const mounts = (await readFile("/proc/self/mounts", "utf8"))
    .split("\n")
    .filter((line) => line.includes(folder));
  return [
    ...namespaces.filter((name) => name.startsWith(prefix)).map((name) => `namespace ${name}`),
    ...links
      .filter((link) => link.ifname === names.consoleInterface)
      .map((link) => `interface ${link.ifname}`),
    ...cgroups.map((host) => `cgroup ${names.cgroup}/${host}`),
    ...mounts.map((line) => `mount ${line}`),
    ...processes,
    ...(hasFiles ? [`files in ${folder}`] : []),
  ];
}

/** Processes in the lab's cgroups, or that have the lab's file systems mounted. */
async function findProcesses(cgroup: string, folder: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string): Promise<string> =>
        readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
      const [groups, mounts, name] = await Promise.all([read("cgroup"), read("mounts"), read("comm")]);
      const isMine = groups.includes(`/${cgroup}/`) || mounts.includes(`upperdir=${folder}/`);
      return isMine ? [`process ${pid} ${name.trim()}`] : [];
    }),
  );
  return found.flat();
}
