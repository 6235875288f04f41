/** What a process of the console needs of itself to talk with the one that started it; Node's `process` is one. */
export interface StartedProcess {
  /** Absent where the starter gave no channel to talk by: `npm start` does, systemd and Docker do not. */
  send?(message: unknown): boolean;
  /** False when the starter is gone, or never was there. */
  readonly connected: boolean;
  readonly channel?: { unref(): void } | undefined;
  once(event: "disconnect", listener: () => void): unknown;
}

/** What a started process says when it listens. */
export const listeningMessage = "listening";

/**
 * Calls `onGone` when the process that started this one is gone, however it ended, so that nobody is left behind by a
 * killed starter; at once where it is gone already, and never where there is no channel. Keeps no process alive.
 */
export function followParent(started: StartedProcess, onGone: () => void): void {
  if (started.send === undefined) return;
  if (!started.connected) {
    onGone();
    return;
  }
  started.once("disconnect", onGone);
  // Watching the channel must not keep a process alive that has stopped.
  started.channel?.unref();
}

/** Tells the starter, if there is one, that this very process listens: an answer on its port may be another's. */
export function tellParentListening(started: StartedProcess): void {
  if (started.connected) started.send?.(listeningMessage);
}
