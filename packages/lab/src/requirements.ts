import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import requirements from "../requirements.json" with { type: "json" };
import { LabError } from "./errors";
import { findFreezerMount } from "./host/freezer";

/** Debian packages that the lab needs on the machine, in one place for every installer. */
export const requiredPackages: readonly string[] = requirements.packages;

/**
 * Looks for everything that the lab needs, before anything is changed. Returns every problem found, in words that
 * say what to do; empty when the lab can run here.
 */
export async function checkRequirements(): Promise<string[]> {
  const problems: string[] = [];
  if (process.platform !== "linux") return ["the lab needs Linux"];
  if (process.getuid?.() !== 0) problems.push("it must run as root (use sudo)");
  const missing = await listMissingPackages();
  if (missing.length > 0) problems.push(`install the missing tools: apt-get install -y ${missing.join(" ")}`);
  const filesystems = await readFile("/proc/filesystems", "utf8");
  if (!/\boverlay$/m.test(filesystems) && !(await isModuleAvailable("overlay"))) {
    problems.push("the kernel lacks overlayfs");
  }
  if ((await findFreezerMount()) === null)
    problems.push("no cgroup hierarchy is mounted under /sys/fs/cgroup");
  return problems;
}

/** Throws LabError `requirements_missing` with one sentence that lists everything that is missing. */
export async function assertRequirements(): Promise<void> {
  const problems = await checkRequirements();
  if (problems.length > 0) {
    throw new LabError("requirements_missing", `The lab cannot run here: ${problems.join("; ")}.`);
  }
}

/** Packages whose program is absent. Root's own folders are searched even where PATH lacks them. */
async function listMissingPackages(): Promise<string[]> {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/bin", "/bin"];
  const found = async (program: string): Promise<boolean> => {
    for (const folder of folders) {
      const isHere = await access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isHere) return true;
    }
    return false;
  };
  const rows = await Promise.all(
    requirements.programs.map(async (row) => ({ ...row, isHere: await found(row.program) })),
  );
  return [...new Set(rows.filter((row) => !row.isHere).map((row) => row.package))];
}

async function isModuleAvailable(name: string): Promise<boolean> {
  const release = (await readFile("/proc/sys/kernel/osrelease", "utf8")).trim();
  const list = await readFile(`/lib/modules/${release}/modules.dep`, "utf8").catch(() => "");
  return new RegExp(`/${name}\\.ko`).test(list);
}
