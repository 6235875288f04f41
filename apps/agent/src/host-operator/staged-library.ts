import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { message } from "@primacy/contract";
import type { HostOperatorTask } from "@primacy/contract/agent";
import { OperatorRefusal } from "./refusal";

type Part = Extract<HostOperatorTask, { verb: "stage" }>;

/** A library on its way to a folder of plugins: it arrives in parts, one library at a time, in a folder of root's alone. */
export class StagedLibrary {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /**
   * Adds a part and returns how many bytes there are. The first one takes the place of any other library; one that comes again, also late,
   * changes nothing. Throws OperatorRefusal where a part before it is missing, or where it would become too large.
   */
  async add({ sha256, offset, data }: Part): Promise<number> {
    const bytes = Buffer.from(data, "base64");
    const end = offset + bytes.length;
    if (end > this.#maxBytes)
      throw new OperatorRefusal(message("operator.library_large", { mebibytes: this.#maxBytes / 1024 ** 2 }));
    if (offset === 0) await this.#clearBut(sha256);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
    const handle = await open(this.#fileOf(sha256), flags, 0o600);
    try {
      const { size } = await handle.stat();
      if (offset > size) throw new OperatorRefusal(message("operator.library_order"));
      await handle.write(bytes, 0, bytes.length, offset);
      return Math.max(size, end);
    } finally {
      await handle.close();
    }
  }

  /** The whole of it. Throws OperatorRefusal where it is not there, or is another one than its hash says: then nothing is there any more. */
  async read(sha256: string): Promise<Buffer> {
    const bytes = await readFile(this.#fileOf(sha256)).catch(() => null);
    if (bytes !== null && createHash("sha256").update(bytes).digest("hex") === sha256) return bytes;
    await this.clear();
    throw new OperatorRefusal(message("operator.library_unstaged"));
  }

  /** Deletes what was staged. */
  clear(): Promise<void> {
    return this.#clearBut(null);
  }

  async #clearBut(sha256: string | null): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const others = names.filter((name) => name !== sha256);
    await Promise.all(others.map((name) => rm(path.join(this.#folder, name), { force: true })));
  }

  #fileOf(sha256: string): string {
    return path.join(this.#folder, sha256);
  }
}
