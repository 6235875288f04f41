import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import { hostOperatorFileBytes } from "@primacy/contract/agent";
import { ToldError, tellError } from "../../message/told-error";
import { syncFolder } from "../../store/durable-file";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { Act, Performed } from "./act";
import { isRootsOwn } from "./roots-own";

/** A file as it was read. */
export interface ReadFile {
  readonly text: string;
  readonly sha256: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Mode of a file that an act creates. Option files are read by the service's own user, and may hold no password then. */
const createdMode = 0o644;

/**
 * Puts another content in the place of a file, which is whole at any moment, with the mode and the owner that it had. Undone, it
 * is as it was; where somebody else has changed it since, it is left to a person.
 */
export class FileAct implements Act<"file"> {
  readonly #backupFolder: string;

  constructor(backupFolder: string) {
    this.#backupFolder = backupFolder;
  }

  /** Reads a file; null where there is none. Throws OperatorRefusal where it is no regular file of its own or too large. */
  async read(file: string): Promise<ReadFile | null> {
    await requireSafeFolder(file);
    const handle = await openExisting(file);
    if (handle === null) return null;
    try {
      const { size, mode, uid, gid, nlink } = await requireRegular(handle, file);
      if (nlink !== 1) throw unsafe(file);
      if (size > hostOperatorFileBytes) throw tooLarge(file);
      const text = decode(await handle.readFile(), file);
      return { text, sha256: hash(text), mode: mode & 0o7777, uid, gid };
    } finally {
      await handle.close();
    }
  }

  async prepare(
    { path: file, expects, text }: Performed<"file">["action"],
    actionId: string,
  ): Promise<Performed<"file">["undo"]> {
    const before = await this.read(file);
    if ((before?.sha256 ?? null) !== expects)
      throw new OperatorRefusal(message("operator.file_changed", { path: file }));
    if (Buffer.byteLength(text) > hostOperatorFileBytes) throw tooLarge(file);
    await mkdir(this.#backupFolder, { recursive: true, mode: 0o700 });
    if (before !== null) {
      const backup = this.backupOf(actionId);
      await replace(backup, before.text, before);
      // What cannot be read then could not be put back.
      if ((await this.read(backup))?.sha256 !== expects) throw unsafe(backup);
    }
    return { kind: "file", beforeSha256: expects, afterSha256: hash(text) };
  }

  async perform({ action, undo }: Performed<"file">): Promise<Performed<"file">["undo"]> {
    const { path: file, text } = action;
    const now = await this.read(file);
    if ((now?.sha256 ?? null) !== undo.beforeSha256)
      throw new OperatorRefusal(message("operator.file_changed", { path: file }));
    await replace(file, text, now ?? { mode: createdMode, uid: 0, gid: 0 });
    return undo;
  }

  async undo({ action: { path: file }, undo, actionId }: Performed<"file">): Promise<void> {
    const { beforeSha256, afterSha256 } = undo;
    try {
      // Of one that was ended while it wrote.
      await rm(asideOf(file), { force: true });
      const now = (await this.read(file))?.sha256 ?? null;
      if (now === beforeSha256) return;
      if (now !== afterSha256) throw new UndoFailure(message("operator.undo_changed", { path: file }));
      if (beforeSha256 === null) {
        await rm(file);
        await syncFolder(path.dirname(file));
        return;
      }
      const backup = await this.read(this.backupOf(actionId));
      if (backup?.sha256 !== beforeSha256)
        throw new ToldError(message("operator.backup_missing", { path: this.backupOf(actionId) }));
      await replace(file, backup.text, backup);
    } catch (error) {
      if (error instanceof UndoFailure) throw error;
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ action: { path: file }, undo, actionId }: Performed<"file">): readonly string[] {
    return [undo.beforeSha256 === null ? `rm ${file}` : `cp -p ${this.backupOf(actionId)} ${file}`];
  }

  /** Where the content from before lies. */
  backupOf(actionId: string): string {
    return path.join(this.#backupFolder, actionId);
  }
}

/** The folder may be no link, and be writable by nobody who could put another file there. */
async function requireSafeFolder(file: string): Promise<void> {
  const folder = path.dirname(file);
  const real = await realpath(folder).catch(() => null);
  if (real !== folder || !(await isRootsOwn(folder))) throw unsafe(file);
}

/** What is put back has to be what was there: other bytes than text would not be. Throws OperatorRefusal. */
function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new OperatorRefusal(message("operator.file_text", { path: file }));
  }
}

async function openExisting(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return null;
    if (code === "ELOOP") throw unsafe(file);
    throw error;
  }
}

async function requireRegular(handle: FileHandle, file: string) {
  const found = await handle.stat();
  if (!found.isFile()) throw unsafe(file);
  return found;
}

function tooLarge(file: string): OperatorRefusal {
  return new OperatorRefusal(message("operator.file_large", { path: file, limit: hostOperatorFileBytes }));
}

function unsafe(file: string): OperatorRefusal {
  return new OperatorRefusal(message("operator.file_unsafe", { path: file }));
}

/** Where the next content is written; a service that reads all `*.cnf` of a folder does not see it. */
function asideOf(file: string): string {
  return `${file}.primacy-new`;
}

/** Puts a text in the place of a file: readers see the old or the new one, also after a power loss. */
async function replace(
  file: string,
  text: string,
  { mode, uid, gid }: Pick<ReadFile, "mode" | "uid" | "gid">,
): Promise<void> {
  const aside = asideOf(file);
  await rm(aside, { force: true });
  try {
    const handle = await open(aside, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.chown(uid, gid);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
