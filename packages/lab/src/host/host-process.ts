import { spawn } from "node:child_process";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPids } from "@primacy/host-acts";
import type { LabNames } from "../lab-names";
import { getHostDirectory, getPackageFile } from "../paths";
import { waitFor } from "../process/wait-for";
import type { HostName } from "../roster";
import { type Freezer, getFreezer } from "./freezer";

/** The host's init as seen from the machine, or null when the host is off. Read from the kernel each time. */
export async function findInitPid(names: LabNames, host: HostName): Promise<number | null> {
  const freezer = await getFreezer(names.cgroup, host);
  const pids = await freezer.listPids();
  const last = lastInits.get(freezer.procsFile);
  if (last !== undefined && pids.includes(last) && (await isInit(last))) return last;
  for (const pid of pids) {
    if (!(await isInit(pid))) continue;
    lastInits.set(freezer.procsFile, pid);
    return pid;
  }
  return null;
}

/** The init that was found last, by the file of its cgroup; looked at first, for a host has many processes. */
const lastInits = new Map<string, number>();

async function isInit(pid: number): Promise<boolean> {
  const inside = await readPids(pid);
  // Depth two exactly: a namespace that software in the host makes for itself has an init of its own.
  return inside.length === 2 && inside[1] === 1 && isBooted(pid);
}

/** Starts the host's init; its network and upper folder must be ready. Returns its pid on the machine. */
export async function bootHost(
  names: LabNames,
  host: HostName,
  lower: string,
  signal?: AbortSignal,
): Promise<number> {
  const directory = getHostDirectory(names.lab, host);
  const freezer = await getFreezer(names.cgroup, host);
  await freezer.ensure();
  for (const folder of ["upper", "work", "root"]) await mkdir(join(directory, folder), { recursive: true });
  const log = await open(join(directory, "console.log"), "a");
  try {
    const child = spawn(
      "sh",
      [
        getPackageFile("host-start"),
        freezer.procsFile,
        names.namespaceOf(host),
        directory,
        lower,
        host,
        getPackageFile("host-pivot"),
      ],
      { detached: true, stdio: ["ignore", log.fd, log.fd] },
    );
    child.on("error", () => undefined);
    child.unref();
  } finally {
    await log.close();
  }
  return waitFor(`${host} to start`, async () => (await findInitPid(names, host)) ?? undefined, {
    timeoutMs: 60_000,
    intervalMs: 30,
    signal,
  });
}

/** Kills every process of the host at once, frozen or not, and waits until the kernel shows none. */
export async function killHost(names: LabNames, host: HostName): Promise<void> {
  const freezer = await getFreezer(names.cgroup, host);
  await killAll(freezer);
}

/** Kills all processes in the freezer's cgroup; new ones that appear meanwhile are killed too. */
export async function killAll(freezer: Freezer): Promise<void> {
  await waitFor(
    "all processes of the host to be gone",
    async () => {
      const pids = await freezer.listPids();
      for (const pid of pids) killQuietly(pid);
      // A process that the v1 freezer holds dies only when thawed, and then before it runs anything.
      if (await freezer.isFrozen()) await freezer.thaw();
      return pids.length === 0 ? true : undefined;
    },
    { timeoutMs: 60_000, intervalMs: 20 },
  );
}

/** Until tini runs, the namespaces are only being made and must not be entered. */
async function isBooted(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() === "tini";
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
