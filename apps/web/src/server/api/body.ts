import { problemDetail, type Refusal, refuse } from "@primacy/contract";

/** The largest body that is read where a call does not say otherwise: a hundred hosts with a private key each fit. */
export const maxBodyBytes = 2 * 1024 * 1024;

/** A body as it came, with the text that an `Idempotency-Key` is bound to. */
export interface ReadBody {
  readonly kind: "body";
  readonly text: string;
  readonly json: unknown;
}

/**
 * Reads a JSON body of at most `maxBytes`. No body at all counts as `{}`, so that the schema can name what is
 * missing. Refuses another content type, broken JSON, and more bytes than the limit without reading the rest.
 */
export async function readJsonBody(
  request: Request,
  maxBytes: number = maxBodyBytes,
): Promise<ReadBody | Refusal> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes === null)
    return refuse("malformed_body", [problemDetail("", "body_too_large", { bytes: maxBytes })]);
  if (bytes.length === 0) return { kind: "body", text: "", json: {} };
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return refuse("malformed_body", [problemDetail("", "content_type_not_json")]);
  }
  const text = bytes.toString("utf8");
  try {
    return { kind: "body", text, json: JSON.parse(text) };
  } catch {
    return refuse("malformed_body");
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}
