import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import { PluginFolder, pluginLibraryName } from "@primacy/contract/agent";
import { findCommand, runCommandFully } from "../../command/run-command";
import { listUnmetNeeds } from "../../command/unmet-needs";
import { tellError } from "../../message/told-error";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { StagedLibrary } from "../staged-library";
import type { Act, Performed } from "./act";
import { asideOf, hashOf, isThere, linkAside, removePlaced, writeAside } from "./placed-file";
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
    try {
      await writeAside(file, await this.#staged.read(sha256), await findMode(path.dirname(file)));
      const aside = asideOf(file);
      // What lies on the disk by now is what counts.
      if ((await hashOf(aside)) !== sha256) throw new OperatorRefusal(message("operator.library_unstaged"));
      await requireNeeds(aside);
      const inode = await linkAside(file);
      return inode === null ? undo : { ...undo, inode };
    } finally {
      await this.#staged.clear();
    }
  }

  async undo({ undo }: Performed<"library">): Promise<void> {
    try {
      await removePlaced(undo);
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
