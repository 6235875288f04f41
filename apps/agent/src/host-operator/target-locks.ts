/** Lets one piece of work at a time happen to a target; the next waits for it. */
export class TargetLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all earlier work on the target is over, and returns what it returns. */
  async with<T>(target: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(target) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(target, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(target) === mine) this.#last.delete(target);
    }
  }

  /** True while something is done to the target. */
  isBusy(target: string): boolean {
    return this.#last.has(target);
  }
}
