import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { message } from "@primacy/contract";
import { syncFolder } from "../../store/durable-file";
import { OperatorRefusal, UndoFailure } from "../refusal";

/** A file that an act placed: by its content, and by which file it is, another one in its place is not this act's. */
export interface PlacedFile {
  readonly file: string;
  readonly sha256: string;
  /** Absent until it is in place. */
  readonly inode?: string | undefined;
}

/** Where it is written before it is in place: nobody looks at a name that ends so. */
export function asideOf(file: string): string {
  return `${file}.primacy-new`;
}

/** Writes a file of root's beside its place, anew. */
export async function writeAside(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const aside = asideOf(file);
  await rm(aside, { force: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(aside, flags, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.chown(0, 0);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts what was written beside its place into it; returns which file that is. Throws OperatorRefusal where one of that name is there. */
export async function linkAside(file: string): Promise<string | null> {
  const aside = asideOf(file);
  await link(aside, file).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
    throw new OperatorRefusal(message("operator.library_exists", { file }));
  });
  // Until here it tells the undo that what is in place is the same file, and not somebody else's.
  const inode = await inodeOf(aside);
  await rm(aside, { force: true });
  await syncFolder(path.dirname(file));
  return inode;
}

/**
 * Deletes what was placed, and what is left beside it. A file that took its place is nobody's business; throws UndoFailure where it was
 * changed since.
 */
export async function removePlaced({ file, sha256, inode }: PlacedFile): Promise<void> {
  // Where it is there still, the act was ended before it noted what it placed.
  const aside = await inodeOf(asideOf(file));
  const own = inode ?? aside;
  const isOther = own !== null && (await inodeOf(file)) !== own;
  await rm(asideOf(file), { force: true });
  // A package or a person put another file there: nothing of this act is left.
  if (isOther || !(await isThere(file))) return;
  if ((await hashOf(file)) !== sha256)
    throw new UndoFailure(message("operator.undo_changed", { path: file }));
  await rm(file);
  await syncFolder(path.dirname(file));
}

/**
 * The same of a file whose name is this program's alone, by its content: with another one it was changed since it was placed, whatever file
 * it is now, and UndoFailure is thrown; one that was there before any was placed is left.
 */
export async function removeNamed({ file, sha256, inode }: PlacedFile): Promise<void> {
  await rm(asideOf(file), { force: true });
  if (!(await isThere(file))) return;
  const isOwn = (await hashOf(file)) === sha256;
  if (!isOwn && inode === undefined) return;
  if (!isOwn) throw new UndoFailure(message("operator.undo_changed", { path: file }));
  await rm(file);
  await syncFolder(path.dirname(file));
}

/** Also a link or a folder of that name is in the way. */
export async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => {
      if (isAbsence(error)) return false;
      throw error;
    },
  );
}

/** Null where no regular file is there. */
export async function hashOf(file: string): Promise<string | null> {
  if (!(await lstat(file)).isFile()) return null;
  return hashBytes(await readFile(file));
}

/** SHA-256 as journals and orders have it. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Which file it is on its file system, whose own number may be another after a boot; null: none. */
async function inodeOf(file: string): Promise<string | null> {
  const stat = await lstat(file, { bigint: true }).catch((error: unknown) => {
    if (isAbsence(error)) return null;
    throw error;
  });
  return stat === null ? null : String(stat.ino);
}

function isAbsence(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
