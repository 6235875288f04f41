import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** A process with its name (at most 15 characters) and its command line, both of which any user may give to what he starts. */
export interface HostProcess {
  readonly pid: number;
  readonly isOfRoot: boolean;
  readonly name: string;
  readonly args: readonly string[];
}

/** The processes of these names that this host's agent sees, by their ids; `root` is `/` on a host. */
export async function listProcesses(names: readonly string[], root: string): Promise<HostProcess[]> {
  const folder = path.join(root, "proc");
  const entries = await readdir(folder).catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid): Promise<HostProcess[]> => {
      const read = (file: string): Promise<string> => readText(path.join(folder, String(pid), file));
      const name = (await read("comm")).trim();
      if (!names.includes(name)) return [];
      // Before and after: one that becomes root's in between kept the command line of another user until then.
      const wasOfRoot = isOfRoot(await read("status"));
      const line = await read("cmdline");
      const args = line.split("\0").filter((argument) => argument !== "");
      return [{ pid, isOfRoot: wasOfRoot && isOfRoot(await read("status")), name, args }];
    }),
  );
  return found.flat().sort((a, b) => a.pid - b.pid);
}

/** Not by the folder's owner, which a process can make root's, and not of a program that lends its user root's rights. */
function isOfRoot(status: string): boolean {
  return /^Uid:\t0\t0\t/m.test(status);
}

/** Every value that the command line gives one of these options: `-a V`, `-aV`, `--addr V`, `--addr=V`. */
export function listOptionValues(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.flatMap((argument, index) =>
    options.flatMap((option) => {
      if (argument === option) return args[index + 1] ?? [];
      if (argument.startsWith(`${option}=`)) return argument.slice(option.length + 1);
      const isGlued = /^-[^-]$/.test(option) && argument.startsWith(option);
      return isGlued ? argument.slice(option.length) : [];
    }),
  );
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
