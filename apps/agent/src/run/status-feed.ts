import type { AgentStatus } from "@primacy/contract/agent";

const settleMs = 10;
const atLeastEveryMs = 1000;

/** Hands the status to whoever follows it: soon after each change, and at least once a second. Idle without followers. */
export class StatusFeed {
  readonly #build: () => AgentStatus;
  readonly #followers = new Map<(status: AgentStatus) => void, () => void>();
  #soon: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(build: () => AgentStatus) {
    this.#build = build;
  }

  /** Calls back at once, then as the class says, until the returned function is called, or `onEnd` was. */
  follow(onStatus: (status: AgentStatus) => void, onEnd: () => void): () => void {
    this.#followers.set(onStatus, onEnd);
    onStatus(this.#build());
    this.#beat ??= setInterval(() => this.#send(), atLeastEveryMs);
    return () => {
      this.#followers.delete(onStatus);
      if (this.#followers.size === 0) {
        this.close();
      }
    };
  }

  /** Something has changed: changes within a few milliseconds make one status. */
  notify(): void {
    if (this.#followers.size > 0) {
      this.#soon ??= setTimeout(() => this.#send(), settleMs);
    }
  }

  /** Ends whoever follows: another one tells of what they ask for from now on. */
  end(): void {
    const ends = [...this.#followers.values()];
    this.#followers.clear();
    this.close();
    for (const end of ends) {
      end();
    }
  }

  /** Stops the timers. May be called twice. */
  close(): void {
    clearTimeout(this.#soon);
    clearInterval(this.#beat);
    this.#soon = undefined;
    this.#beat = undefined;
  }

  #send(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const status = this.#build();
    for (const follower of this.#followers.keys()) {
      follower(status);
    }
    this.#beat?.refresh();
  }
}
