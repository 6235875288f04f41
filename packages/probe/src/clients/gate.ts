/** Lets so many in at once; the others wait, first come first served. */
export class Gate {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Resolves with what lets the next one in; throws the signal's reason where that fires first. */
  enter(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const goIn = (): void => {
        signal.removeEventListener("abort", giveUp);
        this.#free -= 1;
        resolve(() => this.#leave());
      };
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== goIn);
        reject(signal.reason);
      };
      if (this.#free > 0) return goIn();
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(goIn);
    });
  }

  #leave(): void {
    this.#free += 1;
    this.#waiting.shift()?.();
  }
}
