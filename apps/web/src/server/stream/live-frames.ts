import type { Notification } from "@primacy/db";
import type { Caller } from "../auth/caller";
import { isStillValid } from "../auth/still-valid";
import type { WebContext } from "../context";
import type { StreamFrame, StreamSource } from "./stream-source";
import { createWake } from "./wake";

/** The clock of a stream, in milliseconds. */
export interface LiveTimings {
  /** How often it looks at the clock: what grows stale without a change is noticed by then. */
  readonly tickMs: number;
  /** How often it asks whether its session or token holds, and says without items that it lives. */
  readonly heartbeatMs: number;
}

const liveTimings: LiveTimings = { tickMs: 5_000, heartbeatMs: 15_000 };

/** What one stream makes of the changes of the console. One object per connection. */
export interface LiveReader {
  /** Notes a change; true when `read` has something to do now. Returns at once. */
  note(change: Notification): boolean;
  /** Notes that changes may have been missed. Returns at once. */
  noteGap(): void;
  /** Makes the frames of all that was noted, and of what has grown stale. Throws `DatabaseError`. */
  read(): AsyncGenerator<StreamFrame, void, undefined>;
}

/**
 * Makes a stream of a reader: it reads at once, then after each change and each tick, and ends within a heartbeat and
 * a tick after its session or token ended, however busy it is. Changes that come while a slow client is served are noted and read together, so nothing piles up. While
 * the database is away the stream stays open, and reads everything again when it is back.
 */
export function createLiveSource(
  context: WebContext,
  caller: Caller,
  reader: LiveReader,
  { tickMs, heartbeatMs }: LiveTimings = liveTimings,
): StreamSource {
  return {
    async *frames(signal) {
      const wake = createWake();
      const stop = context.changes.subscribe({
        onChange: (change) => {
          if (reader.note(change)) wake.ring();
        },
        onGap: () => {
          reader.noteGap();
          wake.ring();
        },
      });
      const closed = context.metrics.countStream();
      const isEnded = createEndCheck(context, caller, heartbeatMs - tickMs / 2);
      let lastFrameMs = performance.now();
      try {
        for (let isFirst = true; !signal.aborted; isFirst = false) {
          const isTick = !isFirst && (await wake.wait(tickMs, signal)) === "timeout";
          if (signal.aborted) return;
          for await (const frame of readSafely(context, reader)) {
            if (await isEnded()) return;
            lastFrameMs = performance.now();
            yield frame;
            if (signal.aborted) return;
          }
          if (await isEnded()) return;
          if (!isTick || performance.now() - lastFrameMs < heartbeatMs - tickMs / 2) continue;
          lastFrameMs = performance.now();
          yield { kind: "comment", text: "still here" };
        }
      } finally {
        stop();
        closed();
      }
    },
  };
}

/** Asks at most every `intervalMs`; while the database does not say, a stream lives on and asks again. */
function createEndCheck(context: WebContext, caller: Caller, intervalMs: number): () => Promise<boolean> {
  let lastCheckedMs = performance.now();
  return async () => {
    if (performance.now() - lastCheckedMs < intervalMs) return false;
    const isValid = await isStillValid(context.database, caller).catch(() => null);
    if (isValid !== null) lastCheckedMs = performance.now();
    return isValid === false;
  };
}

async function* readSafely(
  context: WebContext,
  reader: LiveReader,
): AsyncGenerator<StreamFrame, void, undefined> {
  try {
    yield* reader.read();
  } catch (err) {
    context.log.warn({ err }, "a stream could not read; it reads again");
    reader.noteGap();
  }
}
