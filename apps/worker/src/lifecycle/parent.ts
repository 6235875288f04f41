/**
 * The process that started this one, where it gave a channel to talk by: `npm start` does, systemd and Docker do not.
 * Its end is noticed however it ended, so that nobody is left behind by a killed starter.
 */
export function followParent(onGone: () => void): void {
  if (process.send === undefined) return;
  if (!process.connected) {
    onGone();
    return;
  }
  process.once("disconnect", onGone);
  // Watching the channel must not keep a process alive that has stopped.
  process.channel?.unref();
}

/** Tells the starter, if there is one, that this very process listens: an answer on its port may be another's. */
export function tellParentListening(): void {
  if (process.connected) process.send?.("listening");
}
