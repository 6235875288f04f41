import { type AgentBootstrap, agentCommands, installLayout } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";

/** What makes an agent's identity on its host, beside the key that never leaves it. */
export interface IdentityFiles {
  readonly bootstrap: AgentBootstrap;
  readonly certificatePem: string;
  readonly caPem: string;
}

const backupFolder = `${installLayout.configFolder}.primacy-previous`;

/** True when the host has an agent's configuration. */
export async function hasConfiguration(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  return exists(session, installLayout.configFolder, signal);
}

/**
 * Makes the agent's key on the host and returns its signing request (PEM). The configuration that was there is set
 * aside first, so that `restoreConfiguration` can bring it back; a second run keeps the first one's copy.
 */
export async function requestCertificate(session: RemoteSession, signal: AbortSignal): Promise<string> {
  const { configFolder } = installLayout;
  const hasOld = await hasConfiguration(session, signal);
  if (hasOld && !(await exists(session, backupFolder, signal))) {
    const aside = `${backupFolder}.part`;
    await session.runAsRoot(["rm", "-rf", "--", aside], { signal });
    await session.runAsRoot(["cp", "-a", "--", configFolder, aside], { signal });
    await session.runAsRoot(["mv", "-T", "--", aside, backupFolder], { signal });
  }
  // A key that was ever used elsewhere, or was half written, is not worth keeping.
  await session.runAsRoot(["rm", "-f", "--", installLayout.keyFile, `${installLayout.keyFile}.pending`], {
    signal,
  });
  await session.runAsRoot(["mkdir", "-p", "-m", "0700", "--", configFolder], { signal });
  const { stdout } = await session.runAsRoot([...agentCommands.csr, session.hostName], { signal });
  return stdout;
}

/** Writes certificate, authority and bootstrap document, each 0600 and as a whole. */
export async function writeIdentity(
  session: RemoteSession,
  files: IdentityFiles,
  signal: AbortSignal,
): Promise<void> {
  const texts: readonly (readonly [string, string])[] = [
    [installLayout.authorityFile, files.caPem],
    [installLayout.certificateFile, files.certificatePem],
    [installLayout.bootstrapFile, `${JSON.stringify(files.bootstrap, null, 2)}\n`],
  ];
  for (const [path, text] of texts) {
    await session.upload({
      path,
      mode: "0600",
      content: { kind: "bytes", bytes: Buffer.from(text) },
      signal,
    });
  }
}

/** Deletes the copy of the configuration that was there before. */
export async function forgetPreviousConfiguration(
  session: RemoteSession,
  signal: AbortSignal,
): Promise<void> {
  await session.runAsRoot(["rm", "-rf", "--", backupFolder, `${backupFolder}.part`], { signal });
}

/** Brings the configuration back that was there before `requestCertificate`, or deletes it where there was none. */
export async function restoreConfiguration(
  session: RemoteSession,
  hadConfiguration: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { configFolder } = installLayout;
  if (!hadConfiguration) {
    await session.runAsRoot(["rm", "-rf", "--", configFolder], { signal });
  } else if (await exists(session, backupFolder, signal)) {
    await session.runAsRoot(["rm", "-rf", "--", configFolder], { signal });
    await session.runAsRoot(["mv", "-T", "--", backupFolder, configFolder], { signal });
  }
  await forgetPreviousConfiguration(session, signal);
}

async function exists(session: RemoteSession, path: string, signal: AbortSignal): Promise<boolean> {
  return (await session.runAsRoot(["test", "-e", path], { signal, acceptsFailure: true })).exitCode === 0;
}
