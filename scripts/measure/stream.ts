import type { OpenStream } from "@primacy/lab/measure";

/** Follows a server-sent stream of the console with the session of `cookie`, handing on the data of each event. */
export function openStream(baseUrl: string, cookie: string): OpenStream {
  return async (path, onData, signal) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { cookie, accept: "text/event-stream" },
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const data = part
          .split("\n")
          .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
        if (data.length > 0) onData(data.join("\n"));
      }
    }
  };
}
