import { message } from "@primacy/contract";
import { agentCommands, agentPackageExecutable, installLayout } from "@primacy/contract/agent";
import type { RemoteSession } from "../connection/session";
import { CommandFailure } from "../failure";
import { requireFreeBytes } from "../upload/free-space";

/** What to place on a host: the package on this machine, and the name of its folder there. */
export interface ReleaseRequest {
  readonly localPath: string;
  /** Letters, digits, dots and dashes. */
  readonly name: string;
  /** Room for the packed and the unpacked package. */
  readonly needBytes: number;
  readonly signal: AbortSignal;
  onProgress?(sentBytes: number, totalBytes: number): void;
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;
const stagingPrefix = `${installLayout.releasesFolder}/.staging-`;
const unpackTimeoutMs = 120_000;

/** The release that `current` points to; null when there is none. */
export async function findCurrentRelease(
  session: RemoteSession,
  signal: AbortSignal,
): Promise<string | null> {
  const { stdout, exitCode } = await session.runAsRoot(["readlink", "--", installLayout.currentLink], {
    signal,
    acceptsFailure: true,
  });
  const name = stdout.trim().split("/").at(-1) ?? "";
  return exitCode === 0 && nameForm.test(name) ? name : null;
}

/** The complete releases on the host, in no order. */
export async function listReleases(session: RemoteSession, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await session.runAsRoot(["ls", "-1", "--", installLayout.releasesFolder], {
    signal,
    acceptsFailure: true,
  });
  return stdout.split("\n").filter((name) => nameForm.test(name));
}

/**
 * Copies and unpacks a release beside what is there. It gets its name only when it is whole and runs on this host, so
 * that an attempt that broke off never counts; what such attempts left is deleted first. Throws `no_space`,
 * `upload_corrupt`, `CommandFailure`, and what `runAsRoot` throws.
 */
export async function placeRelease(session: RemoteSession, request: ReleaseRequest): Promise<void> {
  const { signal, name } = request;
  if (!nameForm.test(name)) throw new TypeError("placeRelease: not a release name");
  const staging = `${stagingPrefix}${name}`;
  await deleteStaging(session, signal);
  await requireFreeBytes(session, installLayout.programFolder, request.needBytes, signal);
  await session.runAsRoot(["mkdir", "-p", "-m", "0755", "--", installLayout.programFolder], { signal });
  await session.runAsRoot(["mkdir", "-p", "-m", "0755", "--", `${staging}/content`], { signal });
  const archive = `${staging}/package.tar.gz`;
  await session.upload({
    path: archive,
    mode: "0600",
    content: { kind: "file", localPath: request.localPath },
    signal,
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
  const unpack = ["tar", "-xzf", archive, "--no-same-owner", "-C", `${staging}/content`];
  await session.runAsRoot(unpack, { signal, timeoutMs: unpackTimeoutMs });
  await observeAgentVersion(session, `${staging}/content/${agentPackageExecutable}`, signal);
  const folder = `${installLayout.releasesFolder}/${name}`;
  await session.runAsRoot(["rm", "-rf", "--", folder], { signal });
  await session.runAsRoot(["mv", "-T", "--", `${staging}/content`, folder], { signal });
  await deleteStaging(session, signal);
}

/** Makes a release the one that starts next, by a rename; null takes `current` and the command away. */
export async function switchRelease(
  session: RemoteSession,
  name: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { currentLink, commandLink, executable, releasesFolder } = installLayout;
  if (name === null) {
    await session.runAsRoot(["rm", "-f", "--", currentLink, commandLink], { signal });
    return;
  }
  await replaceLink(session, `${releasesFolder}/${name}`, currentLink, signal);
  await session.runAsRoot(["mkdir", "-p", "--", commandLink.slice(0, commandLink.lastIndexOf("/"))], {
    signal,
  });
  await replaceLink(session, executable, commandLink, signal);
}

/** Deletes releases by name; the folders above them too when nothing is left in them. Safe to run twice. */
export async function deleteReleases(
  session: RemoteSession,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await deleteStaging(session, signal);
  const folders = names
    .filter((name) => nameForm.test(name))
    .map((name) => `${installLayout.releasesFolder}/${name}`);
  if (folders.length > 0) await session.runAsRoot(["rm", "-rf", "--", ...folders], { signal });
  const parents = [installLayout.releasesFolder, installLayout.programFolder];
  await session.runAsRoot(["rmdir", "--ignore-fail-on-non-empty", "--", ...parents], {
    signal,
    acceptsFailure: true,
  });
}

/** Asks a program for its version, which proves that it runs on the host. Throws `CommandFailure` when it does not. */
export async function observeAgentVersion(
  session: RemoteSession,
  executable: string,
  signal: AbortSignal,
): Promise<string> {
  const args = [executable, ...agentCommands.version.slice(1)];
  const { stdout, stderr } = await session.runAsRoot(args, { signal });
  const version = stdout.trim();
  if (/^[0-9][0-9A-Za-z.+-]{0,60}$/.test(version)) return version;
  throw new CommandFailure(session.hostName, {
    command: args.join(" "),
    exitCode: 0,
    signal: null,
    stderr,
    problem: message("why.version_unknown", {
      said: `${stdout.slice(0, 100)} ${stderr.slice(0, 200)}`.trim(),
    }),
  });
}

async function deleteStaging(session: RemoteSession, signal: AbortSignal): Promise<void> {
  // The pattern is expanded by the script's shell; nothing of the outside gets into it.
  await session.runAsRoot(["sh", "-c", `rm -rf -- ${stagingPrefix}*`], { signal });
}

async function replaceLink(
  session: RemoteSession,
  target: string,
  link: string,
  signal: AbortSignal,
): Promise<void> {
  const aside = `${link}.primacy-new`;
  await session.runAsRoot(["ln", "-sfn", "--", target, aside], { signal });
  await session.runAsRoot(["mv", "-f", "-T", "--", aside, link], { signal });
}
