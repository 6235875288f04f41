/** What is set where nothing more is known: long enough for a hiccup, short enough for a client. */
const usualSeconds = 4;

/**
 * The expel timeout that a primary without a majority has to give up before, in seconds: the smallest above 0, since any
 * member may be the one that expels it. Null where none waits: a successor is then elected before anything could end.
 */
export function boundOfMajorityTimeout(expelSeconds: readonly number[]): number | null {
  const waiting = expelSeconds.filter((seconds) => seconds > 0);
  return waiting.length === 0 ? null : Math.min(...waiting);
}

/** True for a majority timeout that ends, and ends before a successor is elected where that can be. */
export function isMajorityTimeoutFit(seconds: number, boundSeconds: number | null): boolean {
  return seconds > 0 && (boundSeconds === null || seconds < boundSeconds);
}

/** The majority timeout to set; null where none fits: the server takes whole seconds, and 0 is endless. */
export function fittingMajorityTimeout(boundSeconds: number | null): number | null {
  const seconds = boundSeconds === null ? usualSeconds : Math.min(usualSeconds, boundSeconds - 1);
  return isMajorityTimeoutFit(seconds, boundSeconds) ? seconds : null;
}
