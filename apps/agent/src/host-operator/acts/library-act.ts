import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, readdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import { PluginFolder, pluginLibraryName } from "@primacy/contract/agent";
import { findCommand, runCommandFully } from "../../command/run-command";
import { listUnmetNeeds } from "../../command/unmet-needs";
import { tellError } from "../../message/told-error";
import { syncFolder } from "../../store/durable-file";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { StagedLibrary } from "../staged-library";
import type { Act, Performed } from "./act";
import { isRootsOwn } from "./roots-own";

const lddLimitMs = 10_000;
/** `ldd` has the loader read the file, and so runs as somebody who has nothing: the user and group `nobody` of every Linux. */
const nobody = 65_534;
/** What a library of a plugin has where those beside it have none that all may read. */
const usualMode = 0o644;

type LibraryAction = Performed<"library">["action"];

/**
 * Places a library of a plugin that was staged: whole at any moment, root's own, never in the place of a file that is there. Undone,
 * exactly that file is gone; one that somebody else has changed since is left to a person, and one that took its place is nobody's business.
 */
export class LibraryAct implements Act<"library"> {
  readonly #staged: StagedLibrary;

  constructor(staged: StagedLibrary) {
    this.#staged = staged;
  }

  async prepare({ folder, sha256 }: LibraryAction): Promise<Performed<"library">["undo"]> {
    await this.#staged.read(sha256);
    const real = await requireFolder(folder);
    const file = path.join(real, pluginLibraryName);
    if (await isThere(file)) throw new OperatorRefusal(message("operator.library_exists", { file }));
    return { kind: "library", file, sha256 };
  }

  async perform({ undo }: Performed<"library">): Promise<Performed<"library">["undo"]> {
    const { file, sha256 } = undo;
    const folder = path.dirname(file);
    const aside = asideOf(file);
    await rm(aside, { force: true });
    try {
      await write(aside, await this.#staged.read(sha256), await findMode(folder));
      // What lies on the disk by now is what counts.
      if ((await hashOf(aside)) !== sha256) throw new OperatorRefusal(message("operator.library_unstaged"));
      await requireNeeds(aside);
      await link(aside, file).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
        throw new OperatorRefusal(message("operator.library_exists", { file }));
      });
    } finally {
      await this.#staged.clear();
    }
    // Until here it tells the undo that what is in place is the same file, and not somebody else's.
    const inode = await inodeOf(aside);
    await rm(aside, { force: true });
    await syncFolder(folder);
    return inode === null ? undo : { ...undo, inode };
  }

  async undo({ undo: { file, sha256, inode } }: Performed<"library">): Promise<void> {
    try {
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
    } catch (error) {
      if (error instanceof UndoFailure) throw error;
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ undo: { file } }: Performed<"library">): readonly string[] {
    return [`rm ${file}`];
  }
}

/** Where the folder really is: one of plugins, with one beside, in which nobody but root can put another file. */
async function requireFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  const isFit =
    real !== null &&
    PluginFolder.safeParse(real).success &&
    (await isRootsOwn(real)) &&
    (await listLibraries(real)).length > 0;
  if (real === null || !isFit) throw new OperatorRefusal(message("operator.library_folder", { folder }));
  return real;
}

async function listLibraries(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((one) => one.isFile() && one.name.endsWith(".so")).map(({ name }) => name);
}

/** As the others there have it. */
async function findMode(folder: string): Promise<number> {
  const [beside] = (await listLibraries(folder)).toSorted();
  if (beside === undefined) return usualMode;
  const mode = (await lstat(path.join(folder, beside))).mode & 0o777;
  return mode === 0o755 ? mode : usualMode;
}

/** Throws OperatorRefusal where the host lacks what the library needs, or where that could not be found out. */
async function requireNeeds(file: string): Promise<void> {
  const ldd = findCommand("ldd");
  if (ldd === null) throw new OperatorRefusal(message("operator.tool_missing", { tool: "ldd" }));
  const runAs = { uid: nobody, gid: nobody };
  const { stdout } = await runCommandFully(ldd, [file], { timeoutMs: lddLimitMs, runAs }).catch(
    (error: unknown) => {
      throw new OperatorRefusal(messageWith("operator.library_ldd", {}, { reason: tellError(error) }));
    },
  );
  const missing = listUnmetNeeds(stdout);
  if (missing.length > 0)
    throw new OperatorRefusal(message("operator.library_needs", { libraries: missing.join(", ") }));
}

async function write(file: string, bytes: Buffer, mode: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.chown(0, 0);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Which file it is on its host, whatever its name and content; null: none. */
async function inodeOf(file: string): Promise<string | null> {
  const stat = await lstat(file, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  return stat === null ? null : `${stat.dev}:${stat.ino}`;
}

/** Also a link or a folder of that name is in the way. */
async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    },
  );
}

/** Null where no regular file is there. */
async function hashOf(file: string): Promise<string | null> {
  if (!(await lstat(file)).isFile()) return null;
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** No server looks at a name that does not end in `.so`. */
function asideOf(file: string): string {
  return `${file}.primacy-new`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
