import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import requirements from "../requirements.json" with { type: "json" };
import { LabError } from "./errors";
import { findFreezerMount } from "./host/freezer";
import type { LabPart } from "./state/lab-state";

/** Debian packages that every lab needs on the machine, in one place for every installer. */
export const requiredPackages: readonly string[] = requirements.packages;

/** What only some parts of a lab need beyond them. */
const programsOfParts: Readonly<Partial<Record<LabPart, readonly Program[]>>> = requirements.parts;

interface Program {
  readonly program: string;
  readonly package: string;
}

/** What of a machine decides whether a lab can run on it, beside its kernel. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Undefined where the system knows no users. */
  readonly userId: number | undefined;
  /** Where programs are looked for. */
  readonly programFolders: readonly string[];
}

/** This machine. Root's own folders are searched even where PATH lacks them. */
export function thisMachine(): Machine {
  const path = (process.env.PATH ?? "").split(delimiter);
  return {
    platform: process.platform,
    userId: process.getuid?.(),
    programFolders: [...path, "/usr/sbin", "/sbin", "/usr/bin", "/bin"],
  };
}

/**
 * Looks for everything that a lab with those parts needs, before anything is changed. Returns every problem found, in words that
 * say what to do; empty when the lab can run here.
 */
export async function checkRequirements(
  parts: readonly LabPart[] = [],
  machine: Machine = thisMachine(),
): Promise<string[]> {
  const problems: string[] = [];
  if (machine.platform !== "linux") return ["the lab needs Linux"];
  if (machine.userId !== 0) problems.push("it must run as root (use sudo)");
  const missing = await listMissingPackages(
    [...requirements.programs, ...parts.flatMap((part) => programsOfParts[part] ?? [])],
    machine.programFolders,
  );
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
export async function assertRequirements(
  parts: readonly LabPart[] = [],
  machine: Machine = thisMachine(),
): Promise<void> {
  const problems = await checkRequirements(parts, machine);
  if (problems.length > 0) {
    throw new LabError("requirements_missing", `The lab cannot run here: ${problems.join("; ")}.`);
  }
}

/** Packages whose program is absent. */
async function listMissingPackages(
  programs: readonly Program[],
  folders: readonly string[],
): Promise<string[]> {
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
  const rows = await Promise.all(programs.map(async (row) => ({ ...row, isHere: await found(row.program) })));
  return [...new Set(rows.filter((row) => !row.isHere).map((row) => row.package))];
}

async function isModuleAvailable(name: string): Promise<boolean> {
  const release = (await readFile("/proc/sys/kernel/osrelease", "utf8")).trim();
  const list = await readFile(`/lib/modules/${release}/modules.dep`, "utf8").catch(() => "");
  return new RegExp(`/${name}\\.ko`).test(list);
}
