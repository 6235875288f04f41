/** Whether the live connection stands. `connecting` is not shown as a problem until it has lasted. */
export type StreamState = "connecting" | "open" | "lost";

/** What a stream tells. Both return at once. */
export interface LiveListener {
  onState(state: StreamState): void;
  /** The data of one event, as it came. */
  onData(data: string): void;
}

const firstWaitMs = 1_000;
const maxWaitMs = 10_000;

/**
 * Follows a server-sent stream until the returned function is called. A lost connection the browser resumes by itself;
 * after an answer other than 200 it gives up for good, so then a new connection is made, after one second and at most
 * ten, and resumes at the last event.
 */
export function openLiveSource(url: string, listener: LiveListener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = "";
  let waitMs = firstWaitMs;

  function connect(): void {
    const resumed = lastEventId === "" ? "" : `?lastEventId=${encodeURIComponent(lastEventId)}`;
    const made = new EventSource(url + resumed);
    source = made;
    made.onopen = () => {
      waitMs = firstWaitMs;
      listener.onState("open");
    };
    made.onerror = () => {
      listener.onState("lost");
      if (made.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, maxWaitMs);
    };
    made.onmessage = (event: MessageEvent<string>) => {
      lastEventId = event.lastEventId;
      listener.onData(event.data);
    };
  }

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
