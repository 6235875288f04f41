import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { RemoteSession } from "../connection/session";
import { RemoteFailure } from "../failure";
import { translateWriteFailure } from "./free-space";
import { findSftp, writeBySftp } from "./sftp";

/** A file to write on a host. */
export interface UploadRequest {
  /** Absolute; its folder exists. */
  readonly path: string;
  /** Octal, such as `0600`. The file belongs to root. */
  readonly mode: string;
  readonly content:
    | { readonly kind: "bytes"; readonly bytes: Buffer }
    | { readonly kind: "file"; readonly localPath: string };
  readonly signal: AbortSignal;
  /** For the transfer; 5 min unless said otherwise. */
  readonly timeoutMs?: number;
  /** Told as the transfer goes, for each chunk. */
  onProgress?(sentBytes: number, totalBytes: number): void;
}

/** Writes, verifies and renames; see `RemoteSession.upload`. Run again, it writes over what an earlier run left. */
export async function uploadFile(session: RemoteSession, request: UploadRequest): Promise<void> {
  const { signal } = request;
  const part = `${request.path}.primacy-part`;
  const totalBytes = await sizeOf(request);
  try {
    const expected = await transfer(session, request, part, totalBytes);
    await verify(session, part, expected, signal);
  } catch (failure) {
    await session
      .runAsRoot(["rm", "-f", "--", part], { signal, acceptsFailure: true })
      .catch(() => undefined);
    throw await translateWriteFailure(session, request.path, totalBytes, failure, signal).catch(
      () => failure,
    );
  }
  await session.runAsRoot(["chmod", request.mode, "--", part], { signal });
  await session.runAsRoot(["mv", "-f", "-T", "--", part, request.path], { signal });
}

/** Sends the content to `part` and returns the SHA-256 of what was sent. */
async function transfer(
  session: RemoteSession,
  request: UploadRequest,
  part: string,
  totalBytes: number,
): Promise<string> {
  const hash = createHash("sha256");
  let sentBytes = 0;
  const source = Readable.from(readAndHash(), { objectMode: false });
  async function* readAndHash(): AsyncGenerator<Buffer> {
    for await (const chunk of readContent(request)) {
      hash.update(chunk);
      sentBytes += chunk.length;
      yield chunk;
      request.onProgress?.(sentBytes, totalBytes);
    }
  }
  const options = { signal: request.signal, timeoutMs: request.timeoutMs ?? 300_000 };
  const isRoot = (await session.observePrivilege(request.signal)) === "root";
  // SFTP runs as the signed-in user; through sudo, a fixed script takes the path as its argument.
  const sftp = isRoot ? await findSftp(session.client) : null;
  if (sftp === null) {
    const args = ["sh", "-c", 'umask 077 && cat > "$1"', "sh", part];
    await session.runAsRoot(args, { ...options, stdin: source });
  } else {
    await writeBySftp(sftp, session.target, source, part, { ...options, closed: session.closed });
  }
  return hash.digest("hex");
}

async function verify(
  session: RemoteSession,
  part: string,
  expected: string,
  signal: AbortSignal,
): Promise<void> {
  const { stdout } = await session.runAsRoot(["sha256sum", "--", part], { signal, timeoutMs: 120_000 });
  const actual = stdout.trim().replace(/^\\/, "").slice(0, 64);
  if (actual === expected) return;
  throw new RemoteFailure("upload_corrupt", { host: session.hostName, path: part, actual, expected });
}

function readContent(request: UploadRequest): AsyncIterable<Buffer> | Iterable<Buffer> {
  return request.content.kind === "bytes"
    ? [request.content.bytes]
    : createReadStream(request.content.localPath);
}

async function sizeOf(request: UploadRequest): Promise<number> {
  if (request.content.kind === "bytes") return request.content.bytes.length;
  return (await stat(request.content.localPath)).size;
}
