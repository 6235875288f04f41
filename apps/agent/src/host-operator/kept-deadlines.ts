import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readPrivate } from "../store/durable-file";
import { needsDeadMan } from "./order-rules";
import { isOpen, JournalRecord } from "./record";

/**
 * Which acts of this boot are in force whose deadlines are kept also without a host operator, as the journal has them at each look. An act that is
 * over stays so, and is read once: a look costs what is in force, however many acts the journal remembers.
 */
export class KeptDeadlines {
  readonly #folder: string;
  readonly #bootId: string;
  readonly #over = new Set<string>();
  readonly #last = new Map<string, JournalRecord>();

  private constructor(folder: string, bootId: string) {
    this.#folder = folder;
    this.#bootId = bootId;
  }

  /** Reads all of the journal. Throws StoreError where a record of it cannot be read. */
  static async read(folder: string): Promise<KeptDeadlines> {
    const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const deadlines = new KeptDeadlines(folder, bootId);
    await Promise.all((await deadlines.#listNames()).map((name) => deadlines.#read(name)));
    return deadlines;
  }

  /** Those in force now. Of a record that cannot be read what was read last counts, and one that never could is read at the next look. */
  async listOpen(): Promise<readonly JournalRecord[]> {
    const names = await this.#listNames().catch(() => [...this.#last.keys()]);
    for (const name of this.#last.keys()) if (!names.includes(name)) this.#last.delete(name);
    await Promise.all(names.map((name) => this.#read(name).catch(() => undefined)));
    return [...this.#last.values()];
  }

  /** The records of which it is not known that they are over. A journal that is gone has none. */
  async #listNames(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(".json") && !this.#over.has(name));
  }

  async #read(name: string): Promise<void> {
    const record = parse(await readPrivate(path.join(this.#folder, name)));
    if (record !== null && isOpen(record) && record.bootId === this.#bootId && needsDeadMan(record))
      this.#last.set(name, record);
    else {
      this.#last.delete(name);
      this.#over.add(name);
    }
  }
}

/** Null of one that is gone, or is none of this release: whoever wrote that keeps its deadline. */
function parse(text: string | null): JournalRecord | null {
  try {
    return JournalRecord.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}
