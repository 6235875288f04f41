import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type PluginUnit, ServerUnit } from "@primacy/contract/agent";
import { ownDropIn, ownDropInFile } from "@primacy/core/greatdb-ha";

/**
 * The systemd unit that runs a server, by the control group of its process, with what lies in the place of the drop-in for its
 * capabilities; null: no systemd, or a unit of another name. Never rejects.
 */
export async function observeUnit(pid: number, root: string): Promise<PluginUnit | null> {
  const hasSystemd = await stat(path.join(root, "run/systemd/system")).then(
    () => true,
    () => false,
  );
  if (!hasSystemd) return null;
  const groups = await readFile(path.join(root, "proc", String(pid), "cgroup"), "utf8").catch(() => "");
  const name = findUnit(groups);
  return name === null ? null : { name, dropIn: await judgeDropIn(path.join(root, ownDropInFile(name))) };
}

/**
 * Of the one hierarchy of today, or of that which systemd had for itself before. Below anything but slices it is a container's, or of a
 * user's own manager.
 */
function findUnit(groups: string): string | null {
  for (const line of groups.split("\n")) {
    const group = /^(?:0:|\d+:name=systemd):\/(.*)$/.exec(line)?.[1] ?? "";
    const slices = group.split("/");
    const unit = ServerUnit.safeParse(slices.pop());
    if (unit.success && slices.every((slice) => slice.endsWith(".slice"))) return unit.data;
  }
  return null;
}

/** What cannot be read is somebody else's. */
async function judgeDropIn(file: string): Promise<PluginUnit["dropIn"]> {
  try {
    return (await readFile(file, "utf8")) === ownDropIn ? "same" : "other";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "other";
  }
}
