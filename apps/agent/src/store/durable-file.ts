import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Message, message } from "@primacy/contract";
import { ToldError } from "../message/told-error";

/** A file of the agent's own that cannot be used: not private, not readable, or not written. */
export class StoreError extends ToldError {
  readonly code: string;
  readonly retryable: boolean;

  constructor(told: Message, code: string, cause?: unknown) {
    super(told, { cause });
    this.name = "StoreError";
    this.code = code;
    this.retryable = code === "ENOSPC" || code === "EIO";
  }
}

/**
 * Replaces a file as a whole: readers see the old or the new text, also after a power loss. The file is
 * readable by its owner only. Throws StoreError; the old file is untouched then.
 */
export async function writeDurably(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    const handle = await open(aside, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(aside, { force: true });
    throw new StoreError(message("file.not_written", { file, said: describe(error) }), codeOf(error), error);
  }
}

/** Reads a private file; null when there is none. Throws StoreError when others may write or read it. */
export async function readPrivate(file: string): Promise<string | null> {
  try {
    const { mode, uid } = await stat(file);
    const isPrivate = (mode & 0o077) === 0 && uid === process.getuid?.();
    if (!isPrivate) {
      throw new StoreError(message("file.not_private", { file }), "EPERM");
    }
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return null;
    }
    throw error instanceof StoreError
      ? error
      : new StoreError(message("file.not_read", { file, said: describe(error) }), codeOf(error), error);
  }
}

/** Deletes a file for good; done also when there is none. Throws StoreError. */
export async function deleteDurably(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await syncFolder(path.dirname(file));
  } catch (error) {
    throw new StoreError(message("file.not_deleted", { file, said: describe(error) }), codeOf(error), error);
  }
}

/** Makes names that were put into a folder, or taken out of it, survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
