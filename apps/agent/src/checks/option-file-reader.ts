import { constants } from "node:fs";
import { access, readdir, readFile, realpath, stat } from "node:fs/promises";
import type { FileSight, OptionFileReader } from "@primacy/core/option-file";

/** A larger file is no option file, and is not read. */
const maxFileBytes = 1024 * 1024;

/** Reads this host's option files, with the rights of this process. Names and texts have one character for each byte. */
export const optionFileReader: OptionFileReader = {
  readFile: async (path) => {
    try {
      return await readSight(Buffer.from(path, "latin1"));
    } catch (error) {
      return { kind: isAbsent(error) ? "missing" : "unreadable" };
    }
  },
  listFolder: (path) => readdir(Buffer.from(path, "latin1"), { encoding: "latin1" }).catch(() => null),
};

async function readSight(path: Buffer): Promise<FileSight> {
  const found = await stat(path);
  // The server opens a folder too, and finds nothing in it; what else is no file is left alone.
  if (!found.isFile() && !found.isDirectory()) return { kind: "unreadable" };
  if (found.isFile() && (found.mode & constants.S_IWOTH) !== 0) return { kind: "world-writable" };
  if (found.size > maxFileBytes) return { kind: "unreadable" };
  const [text, realPath, isWritable] = await Promise.all([
    found.isFile() ? readFile(path, "latin1") : "",
    realpath(path, "buffer"),
    access(path, constants.W_OK).then(
      () => found.isFile(),
      () => false,
    ),
  ]);
  return { kind: "text", text, realPath: realPath.toString("latin1"), isWritable };
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ENOTDIR";
}
