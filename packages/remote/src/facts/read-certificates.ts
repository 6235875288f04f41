import { X509Certificate } from "node:crypto";
import { message } from "@primacy/contract";
import type { CommandResult } from "../command/run-command";
import type { RemoteSession } from "../connection/session";
import { CommandFailure } from "../failure";

const maxBytes = 262_144;
const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates in a file of the host, as PEM; empty where it has none. It is read as root where the user may be
 * that, for a server's files belong to the server. Who names the file may name anything: a device or a FIFO is not
 * opened. Throws `CommandFailure` for a file that is not regular or cannot be read, and what `RemoteSession.run` throws.
 */
export async function readCertificates(
  session: RemoteSession,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const isPlain = (await session.observePrivilege(signal)) === "none";
  const run = (args: readonly string[], acceptsFailure: boolean): Promise<CommandResult> => {
    const options = { signal, maxOutputBytes: maxBytes, acceptsFailure };
    return isPlain ? session.run(args, options) : session.runAsRoot(args, options);
  };
  const test = ["test", "-f", path];
  const { exitCode, signal: endedBy } = await run(test, true);
  if (exitCode !== 0) {
    const problem = message("why.file_not_regular", { path });
    const ran = { command: test.join(" "), exitCode, signal: endedBy, stderr: "", problem };
    throw new CommandFailure(session.hostName, ran);
  }
  const { stdout } = await run(["head", "-c", String(maxBytes), "--", path], false);
  return keepCertificates(stdout);
}

/**
 * Only the certificates in `text`, as PEM. Who names the file may name any file of the host; nothing else of it, such
 * as a private key beside the certificate, gets further than this.
 */
export function keepCertificates(text: string): string {
  const certificates = [...text.matchAll(block)].map(([pem]) => pem).filter(isCertificate);
  return certificates.map((pem) => `${pem}\n`).join("");
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
