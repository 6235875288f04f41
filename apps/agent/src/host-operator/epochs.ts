import { z } from "zod";
import { readPrivate, writeDurably } from "../store/durable-file";

const Stored = z.record(z.string(), z.number().int());

/** The highest epoch of each cluster that a grant of this host had: a lower one is of a console that was set back. */
export class Epochs {
  readonly #file: string;
  #floors: ReadonlyMap<string, number>;
  /** One after the other: each writes all of them. */
  #raising: Promise<void> = Promise.resolve();

  private constructor(file: string, floors: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#floors = floors;
  }

  /** Reads what is kept. Throws StoreError, or Error where the file cannot be understood: no grant may count then. */
  static async open(file: string): Promise<Epochs> {
    const text = await readPrivate(file);
    const stored = text === null ? {} : Stored.parse(JSON.parse(text));
    return new Epochs(file, new Map(Object.entries(stored)));
  }

  /** 0 for a cluster of which no grant came yet. */
  floorOf(clusterId: string): number {
    return this.#floors.get(clusterId) ?? 0;
  }

  /** Returns once the epoch is kept; done at once where it is no higher. Throws StoreError. */
  raise(clusterId: string, epoch: number): Promise<void> {
    const mine = this.#raising.then(() => this.#raise(clusterId, epoch));
    this.#raising = mine.catch(() => undefined);
    return mine;
  }

  async #raise(clusterId: string, epoch: number): Promise<void> {
    if (epoch <= this.floorOf(clusterId)) return;
    const floors = new Map([...this.#floors, [clusterId, epoch]]);
    await writeDurably(this.#file, JSON.stringify(Object.fromEntries(floors)));
    this.#floors = floors;
  }
}
