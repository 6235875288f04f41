import { chmod, lstat, mkdir, realpath, rmdir } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import { ownDropIn, ownDropInFile, pluginCapabilities } from "@primacy/core/greatdb-ha";
import type { ActingHost } from "@primacy/host-acts";
import { tellError } from "../../message/told-error";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { Act, Performed } from "./act";
import { hashBytes, hashOf, isThere, linkAside, removeNamed, writeAside } from "./placed-file";
import { isRootsOwn } from "./roots-own";
import { systemUnits } from "./unit-restarts";

type Undo = Performed<"capabilities">["undo"];

const content = Buffer.from(ownDropIn);
const sha256 = hashBytes(content);
const limits = { timeoutMs: 30_000 };
const folderMode = 0o755;
const fileMode = 0o644;
/** Whom systemd starts a server as where its unit names nobody, by name and by number. */
const root = ["", "root", "0"];

/**
 * Gives the server of a systemd unit what the plugin needs, from its next start on: one drop-in, whose place and text are this program's
 * own. No file is ever replaced; undone, exactly that one is gone, and so is the folder that it needed. Each time systemd is told.
 */
export class CapabilitiesAct implements Act<"capabilities"> {
  readonly #host: ActingHost;

  constructor(host: ActingHost) {
    this.#host = host;
  }

  async prepare({ unit }: Performed<"capabilities">["action"]): Promise<Undo> {
    if (!systemUnits.hasSystemd()) throw new OperatorRefusal(message("operator.capabilities_systemd"));
    await this.#requireFitUnit(unit);
    const file = ownDropInFile(unit);
    const hadFolder = await requireFolder(path.dirname(file));
    const wasThere = hadFolder && (await isThere(file));
    if (wasThere && (await hashOf(file)) !== sha256)
      throw new OperatorRefusal(message("operator.library_exists", { file }));
    return { kind: "capabilities", file, sha256, wasThere, hadFolder };
  }

  async perform({ action: { unit }, undo }: Performed<"capabilities">): Promise<Undo> {
    const { file, wasThere } = undo;
    let inode: string | null = null;
    if (!wasThere) {
      const made = await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
      // The mask of this process keeps others out, and the agent has to read there what the file says.
      if (made !== undefined) await chmod(path.dirname(file), folderMode);
      await requireFolder(path.dirname(file));
      await writeAside(file, content, fileMode);
      inode = await linkAside(file);
    }
    await this.#reload();
    const missing = findMissing(await this.#show(unit, "AmbientCapabilities"));
    if (missing.length > 0)
      throw new OperatorRefusal(
        message("operator.capabilities_unread", { unit, file, missing: missing.join(", ") }),
      );
    return inode === null ? undo : { ...undo, inode };
  }

  async undo({ undo }: Performed<"capabilities">): Promise<void> {
    if (undo.wasThere) return;
    try {
      await removeNamed(undo);
      // Of somebody else there may be more in it by now.
      if (!undo.hadFolder) await rmdir(path.dirname(undo.file)).catch(() => undefined);
      await this.#reload();
    } catch (error) {
      if (error instanceof UndoFailure) throw error;
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ undo: { file } }: Performed<"capabilities">): readonly string[] {
    return [`rm -f ${file}`, "systemctl daemon-reload"];
  }

  /** A unit by its own name, since its other names have folders too; one whose server could keep what it is given. */
  async #requireFitUnit(unit: string): Promise<void> {
    const isLoaded = (await this.#show(unit, "LoadState")) === "loaded";
    if (!isLoaded || (await this.#show(unit, "Id")) !== unit)
      throw new OperatorRefusal(message("operator.capabilities_unit", { unit }));
    if (root.includes(await this.#show(unit, "User")))
      throw new OperatorRefusal(message("operator.capabilities_user", { unit }));
    const outside = findMissing(await this.#show(unit, "CapabilityBoundingSet"));
    if (outside.length > 0)
      throw new OperatorRefusal(
        message("operator.capabilities_bounded", { unit, missing: outside.join(", ") }),
      );
  }

  async #reload(): Promise<void> {
    await this.#host.exec(["systemctl", "daemon-reload"], limits);
  }

  async #show(unit: string, property: string): Promise<string> {
    const { stdout } = await this.#host.exec(["systemctl", "show", "-p", property, unit], limits);
    return stdout.trim().slice(`${property}=`.length);
  }
}

/** Those that a list of systemd's does not have; it writes them in small letters. */
function findMissing(listed: string): readonly string[] {
  const names = listed.toUpperCase().split(/\s+/);
  return pluginCapabilities.filter((name) => !names.includes(name));
}

/** Whether the folder of drop-ins is there. Throws OperatorRefusal where it is no folder, or not root's own all the way. */
async function requireFolder(folder: string): Promise<boolean> {
  const unsafe = new OperatorRefusal(message("operator.file_unsafe", { path: folder }));
  const has = await isThere(folder);
  if (has && !(await lstat(folder)).isDirectory()) throw unsafe;
  const lowest = has ? folder : path.dirname(folder);
  if ((await realpath(lowest).catch(() => null)) !== lowest || !(await isRootsOwn(lowest))) throw unsafe;
  return has;
}
