import type { StreamFrame, StreamSource } from "./stream-source";

/** How long a browser waits before it connects again. */
const retryMs = 1_000;

/**
 * An answer of server-sent events. It ends when the source does, when one of `signals` aborts (the reader has gone,
 * the process stops), or when the body is cancelled; whichever comes first ends the source too.
 */
export function streamResponse(
  source: StreamSource,
  signals: readonly AbortSignal[],
  headers: Headers,
): Response {
  const gone = new AbortController();
  const frames = source.frames(gone.signal);
  // A source that waits is woken by the signal; one that waits for its reader is ended by the return.
  const end = (): void => {
    for (const signal of signals) signal.removeEventListener("abort", end);
    gone.abort();
    frames.return().catch(() => undefined);
  };
  for (const signal of signals) signal.addEventListener("abort", end);
  if (signals.some((signal) => signal.aborted)) end();
  const encoder = new TextEncoder();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`)),
      pull: async (controller) => {
        const next = await frames.next();
        if (isCancelled) return;
        if (next.done !== true) return controller.enqueue(encoder.encode(formatFrame(next.value)));
        end();
        controller.close();
      },
      cancel: () => {
        isCancelled = true;
        end();
      },
    },
    { highWaterMark: 0 },
  );
  headers.set("content-type", "text/event-stream; charset=utf-8");
  // no-transform keeps compressing proxies from holding events back.
  headers.set("cache-control", "no-cache, no-transform");
  headers.set("x-accel-buffering", "no");
  return new Response(body, { status: 200, headers });
}

/** One frame on the wire. */
export function formatFrame(frame: StreamFrame): string {
  if (frame.kind === "comment") return `: ${frame.text}\n\n`;
  const id = frame.id === null ? "" : `id: ${frame.id}\n`;
  return `${id}data: ${JSON.stringify(frame.data)}\n\n`;
}
