/** One server-sent event. `id` is where a reader resumes; a comment only keeps the connection alive. */
export type StreamFrame =
  | { readonly kind: "item"; readonly id: string | null; readonly data: unknown }
  | { readonly kind: "comment"; readonly text: string };

/** Makes the frames of one reader until `signal` is aborted. Pulled one at a time: a slow reader holds nothing up. */
export interface StreamSource {
  frames(signal: AbortSignal): AsyncGenerator<StreamFrame, void, undefined>;
}
