/** Collects output up to a limit; the rest is counted and dropped, so that a chatty command cannot fill the memory. */
export class BoundedOutput {
  readonly #chunks: Buffer[] = [];
  #keptBytes = 0;
  #isTruncated = false;

  constructor(private readonly maxBytes: number) {}

  /** Adds a chunk, as much of it as still fits. */
  add(chunk: Buffer): void {
    const room = this.maxBytes - this.#keptBytes;
    if (chunk.length > room) this.#isTruncated = true;
    if (room <= 0) return;
    const kept = chunk.subarray(0, room);
    this.#chunks.push(kept);
    this.#keptBytes += kept.length;
  }

  /** True when something was dropped. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** What was kept, as UTF-8. */
  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
