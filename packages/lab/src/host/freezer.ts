import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LabError } from "../errors";
import { waitFor } from "../process/wait-for";

/** The cgroup of one host: finds every process that it ever started, and freezes them all at once. */
export interface Freezer {
  readonly procsFile: string;
  readonly ensure: () => Promise<void>;
  readonly listPids: () => Promise<number[]>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly isFrozen: () => Promise<boolean>;
  /** Removes the cgroup and, when it was the lab's last, the lab's. Its processes must be gone. */
  readonly remove: () => Promise<void>;
}

/** Where cgroups are made: the v1 freezer where it is mounted, else the unified hierarchy. */
export interface FreezerMount {
  readonly version: 1 | 2;
  readonly path: string;
}

let found: Promise<FreezerMount | null> | null = null;

/** The hierarchy that can freeze on this machine, or null when none is mounted; looked for once. */
export function findFreezerMount(): Promise<FreezerMount | null> {
  found ??= readFreezerMount();
  return found;
}

async function readFreezerMount(): Promise<FreezerMount | null> {
  const mounts = (await readFile("/proc/self/mounts", "utf8")).split("\n").map((line) => line.split(" "));
  const v1 = mounts.find((m) => m[2] === "cgroup" && m[3]?.split(",").includes("freezer"))?.[1];
  if (v1 !== undefined) return { version: 1, path: v1 };
  const v2 = mounts.find((m) => m[2] === "cgroup2")?.[1];
  return v2 === undefined ? null : { version: 2, path: v2 };
}

/** The freezer for one host's cgroup, which need not exist yet. Throws LabError `requirements_missing`. */
export async function getFreezer(labCgroup: string, host: string): Promise<Freezer> {
  const mount = await findFreezerMount();
  if (mount === null) {
    throw new LabError("requirements_missing", "No cgroup freezer is mounted on this machine.");
  }
  const folder = join(mount.path, labCgroup, host);
  const switches = mount.version === 1 ? v1Switches(folder) : v2Switches(folder);
  const procsFile = join(folder, "cgroup.procs");
  const change = async (write: () => Promise<void>, frozen: boolean): Promise<void> => {
    await write();
    await waitFor(
      `${host} to be ${frozen ? "frozen" : "thawed"}`,
      async () => ((await switches.isFrozen()) === frozen ? true : undefined),
      { timeoutMs: 60_000, intervalMs: 20 },
    );
  };
  return {
    procsFile,
    ensure: async () => {
      await mkdir(folder, { recursive: true });
    },
    listPids: () => readPids(procsFile),
    freeze: () => change(switches.freeze, true),
    thaw: () => change(switches.thaw, false),
    isFrozen: switches.isFrozen,
    remove: () => removeCgroup(folder),
  };
}

/** Removes a lab's cgroup with all of its hosts' from every hierarchy; processes in them must be gone. */
export async function removeLabCgroups(labCgroup: string): Promise<void> {
  const mount = await findFreezerMount();
  if (mount === null) return;
  const folder = join(mount.path, labCgroup);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await removeCgroup(join(folder, entry.name));
  }
  await rmdir(folder).catch(ignoreAbsent);
}

/** Names of the hosts that have a cgroup under the lab's, observed in the kernel. */
export async function listCgroupHosts(labCgroup: string): Promise<string[]> {
  const mount = await findFreezerMount();
  if (mount === null) return [];
  const entries = await readdir(join(mount.path, labCgroup), { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

interface Switches {
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly isFrozen: () => Promise<boolean>;
}

function v1Switches(folder: string): Switches {
  const file = join(folder, "freezer.state");
  return {
    freeze: () => writeFile(file, "FROZEN"),
    thaw: () => writeFile(file, "THAWED"),
    isFrozen: async () => (await readFile(file, "utf8").catch(() => "")).trim() === "FROZEN",
  };
}

function v2Switches(folder: string): Switches {
  const file = join(folder, "cgroup.freeze");
  return {
    freeze: () => writeFile(file, "1"),
    thaw: () => writeFile(file, "0"),
    isFrozen: async () =>
      /^frozen 1$/m.test(await readFile(join(folder, "cgroup.events"), "utf8").catch(() => "")),
  };
}

async function readPids(procsFile: string): Promise<number[]> {
  const text = await readFile(procsFile, "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).map(Number);
}

async function removeCgroup(folder: string): Promise<void> {
  // A process that has just died still counts for a moment.
  await waitFor(
    `the cgroup ${folder} to be empty`,
    () =>
      rmdir(folder).then(
        () => true,
        (cause: NodeJS.ErrnoException) => {
          if (cause.code === "ENOENT") return true;
          if (cause.code === "EBUSY") return undefined;
          throw cause;
        },
      ),
    { timeoutMs: 60_000, intervalMs: 20 },
  );
  await rmdir(dirname(folder)).catch(() => undefined);
}

function ignoreAbsent(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "ENOENT") throw cause;
}
