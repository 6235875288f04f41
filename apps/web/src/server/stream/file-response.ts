import type { FileType } from "@primacy/contract/api";

/** A file as the answer of a route, made while it is sent. */
export interface FileAnswer {
  readonly kind: "file";
  /** As which it is kept: letters of ASCII, digits, `-` and `.`. */
  readonly name: string;
  /** A browser shows it, under this policy, and does not only keep it. */
  readonly shown?: { readonly policy: string };
  /** Its text, a piece at a time; asked for as the reader takes it. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * The answer with a file. It holds one piece at a time, and ends with its reader. Where a piece cannot be made the connection
 * breaks, so that nobody takes a part for the whole; `fail` is told why.
 */
export function fileResponse(
  { name, shown, pieces }: FileAnswer,
  type: FileType,
  { headers, fail }: { readonly headers: Headers; readonly fail: (error: unknown) => void },
): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const next = await iterator.next();
          if (next.done === true) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          fail(error);
          controller.error(error);
        }
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  headers.set("content-type", `${type}; charset=utf-8`);
  headers.set("content-disposition", `${shown === undefined ? "attachment" : "inline"}; filename="${name}"`);
  if (shown !== undefined) headers.set("content-security-policy", shown.policy);
  return new Response(body, { status: 200, headers });
}
