import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Puts the files below `fresh` in the place of those below `place`, each by one rename: whoever reads there finds every
 * file whole at any moment, the old one or the new one. `last` are moved after the rest, since they speak of it. Files
 * that are no longer made are deleted, but only in folders that `fresh` has. Both must be on one file system.
 */
export function putInPlace(fresh, place, last = []) {
  const files = listFiles(fresh).sort((a, b) => last.indexOf(a) - last.indexOf(b));
  for (const file of files) {
    mkdirSync(path.join(place, path.dirname(file)), { recursive: true });
    renameSync(path.join(fresh, file), path.join(place, file));
  }
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    for (const entry of readdirSync(path.join(place, folder), { withFileTypes: true })) {
      if (entry.isFile() && !files.includes(path.join(folder, entry.name)))
        rmSync(path.join(place, folder, entry.name));
    }
  }
  rmSync(fresh, { recursive: true });
}

/** Deletes what builds that were killed have left: folders `<prefix><pid>` whose process is gone. */
export function removeLeftovers(folder, prefix) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(path.join(folder, name), { recursive: true });
  }
}

function listFiles(folder, below = "") {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name);
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
