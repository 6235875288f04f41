import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../log/log";
import { deleteDurably, readPrivate, writeDurably } from "../store/durable-file";
import { isOpen, JournalRecord } from "./record";

/** Acts that are over are kept for whoever asks what was done, up to so many. */
const keptRecords = 200;

/**
 * The journal: one file for each act, replaced as a whole and synced before `write` returns. So an act that was begun has its
 * undo on disk, and what a crash left half written was never begun.
 */
export class Journal {
  readonly #folder: string;
  /** Files that are no record of this version: whatever they undo is not undone, and a person has to know. */
  #unreadable: readonly string[] = [];
  readonly #records = new Map<string, JournalRecord>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads what is kept. A file that cannot be understood stays where it is, and is told of. Throws StoreError. */
  static async open(folder: string, log: Log): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const journal = new Journal(folder);
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".json")) continue;
      const record = await journal.#read(name);
      if (record !== null) journal.#records.set(record.actionId, record);
      else {
        log.error("a record of the journal cannot be understood", { file: name });
        journal.#unreadable = [...journal.#unreadable, path.join(folder, name)];
      }
    }
    return journal;
  }

  /** Every act, the newest first. */
  list(): readonly JournalRecord[] {
    return [...this.#records.values()].sort(byStart);
  }

  /** Acts that are not over, the newest first. */
  listOpen(): readonly JournalRecord[] {
    return [...this.#records.values()].filter(isOpen).sort(byStart);
  }

  /** The files that are no record of this version and that nobody has deleted since. */
  listUnreadable(): readonly string[] {
    return this.#unreadable.filter((file) => existsSync(file));
  }

  find(actionId: string): JournalRecord | null {
    return this.#records.get(actionId) ?? null;
  }

  /** Returns once the record is on disk. Throws StoreError; the record before counts then. */
  async write(record: JournalRecord): Promise<void> {
    await writeDurably(this.fileOf(record.actionId), JSON.stringify(record));
    this.#records.set(record.actionId, record);
  }

  /**
   * Notes what is true now, also where it cannot be written: a start after that finds the record before, and undoes by it. True
   * once it is on disk.
   */
  async note(record: JournalRecord, log: Log): Promise<boolean> {
    const { actionId } = record;
    this.#records.set(actionId, record);
    return this.write(record).then(
      () => true,
      (error: unknown) => {
        log.error("the journal could not be brought up to date", { actionId, error: String(error) });
        return false;
      },
    );
  }

  /** True where root has deleted the record: what it could not undo is settled by hand. */
  async isDismissed({ actionId }: JournalRecord): Promise<boolean> {
    if ((await readPrivate(this.fileOf(actionId))) !== null) return false;
    this.#records.delete(actionId);
    return true;
  }

  /** The oldest of those that are over and whose orders nobody can send again; they are not in the journal any more. */
  async prune(isSpent: (record: JournalRecord) => boolean): Promise<readonly JournalRecord[]> {
    const over = this.list().filter((record) => !isOpen(record));
    const pruned = over.slice(keptRecords).filter(isSpent);
    for (const { actionId } of pruned) {
      await deleteDurably(this.fileOf(actionId));
      this.#records.delete(actionId);
    }
    return pruned;
  }

  /** Where an act's record lies. */
  fileOf(actionId: string): string {
    return path.join(this.#folder, `${actionId}.json`);
  }

  async #read(name: string): Promise<JournalRecord | null> {
    const text = await readPrivate(path.join(this.#folder, name));
    try {
      const parsed = JournalRecord.safeParse(JSON.parse(text ?? ""));
      return parsed.success && `${parsed.data.actionId}.json` === name ? parsed.data : null;
    } catch {
      return null;
    }
  }
}

function byStart(one: JournalRecord, other: JournalRecord): number {
  // ISO times are in order as plain texts, which are compared far quicker than words of a language.
  if (one.startedAt === other.startedAt) return 0;
  return one.startedAt < other.startedAt ? 1 : -1;
}
