interface Entry {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Simulated time: runs what was scheduled in order of time, and of scheduling where times are equal. */
export class Timeline {
  now = 0;
  private isStopped = false;
  private order = 0;
  private readonly heap: Entry[] = [];

  /** Runs `run` at the instant `at` (now, if that has passed). */
  at(at: number, run: () => void): void {
    const entry = { at: Math.max(at, this.now), order: this.order, run };
    this.order += 1;
    this.heap.push(entry);
    this.siftUp(this.heap.length - 1, entry);
  }

  /** Runs everything that is due up to `endMs`, or until one of them stops it. */
  runUntil(endMs: number): void {
    for (let top = this.heap[0]; top !== undefined && top.at <= endMs; top = this.heap[0]) {
      this.removeTop();
      this.now = top.at;
      top.run();
      if (this.isStopped) return;
    }
    this.now = endMs;
  }

  /** Nothing is run any more. */
  stop(): void {
    this.isStopped = true;
  }

  private siftUp(from: number, entry: Entry): void {
    let index = from;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.heap[parentIndex];
      if (parent === undefined || isBefore(parent, entry)) break;
      this.heap[index] = parent;
      index = parentIndex;
    }
    this.heap[index] = entry;
  }

  private removeTop(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    let index = 0;
    for (;;) {
      const childIndex = this.findSmallerChild(index);
      const child = this.heap[childIndex];
      if (child === undefined || !isBefore(child, last)) break;
      this.heap[index] = child;
      index = childIndex;
    }
    this.heap[index] = last;
  }

  private findSmallerChild(index: number): number {
    const leftIndex = 2 * index + 1;
    const left = this.heap[leftIndex];
    const right = this.heap[leftIndex + 1];
    return left !== undefined && right !== undefined && isBefore(right, left) ? leftIndex + 1 : leftIndex;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
