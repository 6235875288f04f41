import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** The status of a file or folder, or null when nothing is there; any other failure is thrown. */
export async function findFileStatus(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return null;
    throw error;
  }
}

/** True when `error` is a system error with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
