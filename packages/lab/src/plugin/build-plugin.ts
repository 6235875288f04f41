import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LabError } from "../errors";
import { getLabDirectory } from "../paths";
import { acquireFileLock } from "../process/file-lock";
import { runCommand } from "../process/run-command";
import { assertRequirements } from "../requirements";
import { newestRelease, numberRelease, type PluginRelease } from "./release";
import { describeMismatch, pinnedAbi, readServerAbi } from "./server-abi";

/** File name of the library, in the cache and in a server's `plugin_dir`. */
export const pluginLibrary = "greatdb_ha.so";

/** Which stand-in is built. */
export interface BuildPluginOptions {
  /** Which release it plays; the newest when absent. */
  readonly release?: PluginRelease;
  /** The server that it says it is of: 90704 when absent. A server refuses one of another version. */
  readonly serverVersion?: number;
  readonly signal?: AbortSignal | undefined;
}

const BUILD_TIMEOUT_MS = 5 * 60_000;
/** A library with a symbol that is unique in its process is never unloaded, and the next INSTALL PLUGIN would get the old one. */
const linking = ["-fPIC", "-shared", "-fvisibility=hidden", "-fno-gnu-unique"];
const flags = ["-std=c++17", "-O1", ...linking, "-Wall", "-Wextra"];
const sourceFolder = fileURLToPath(new URL("../../plugin", import.meta.url));

/** Why the stand-in cannot serve the servers of that root file system, in one sentence; null where it can. */
export async function findPluginObstacle(root: string): Promise<string | null> {
  try {
    return describeMismatch(await readServerAbi(root));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return `The server's plugins do not say what they were built for: ${reason}.`;
  }
}

/**
 * Path of the built stand-in for the servers of a root file system; built once for the same sources, server and release.
 * Any number of processes may ask at once. Throws LabError: `plugin_skipped` where the server is another one than the
 * stand-in was written for, `requirements_missing` without a compiler, `command_failed` with what the compiler said.
 */
export async function buildPlugin(root: string, options: BuildPluginOptions = {}): Promise<string> {
  const { release = newestRelease, serverVersion = pinnedAbi.serverVersion, signal } = options;
  const obstacle = await findPluginObstacle(root);
  if (obstacle !== null) throw new LabError("plugin_skipped", obstacle);
  await assertRequirements(["plugin"]);
  const defines = [
    `-DGREATDB_HA_RELEASE=${numberRelease(release)}`,
    `-DGREATDB_HA_SERVER=${serverVersion}`,
    `-DGREATDB_HA_NAME="${release}"`,
  ];
  const sources = await readSources();
  const hash = createHash("sha256")
    .update(JSON.stringify([flags, defines, sources]))
    .digest("hex")
    .slice(0, 16);
  const target = join(getLabDirectory(), "plugins", hash, pluginLibrary);
  if (await exists(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const lock = await acquireFileLock(`${dirname(target)}.lock`, {
    timeoutMs: BUILD_TIMEOUT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    if (!(await exists(target))) await compile(Object.keys(sources), defines, target, signal);
    return target;
  } finally {
    await lock.release();
  }
}

async function compile(
  files: readonly string[],
  defines: readonly string[],
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const draft = `${target}.draft`;
  const units = files.filter((name) => name.endsWith(".cc")).map((name) => join(sourceFolder, name));
  await rm(draft, { force: true });
  await runCommand(["g++", ...flags, ...defines, ...units, "-o", draft], {
    timeoutMs: BUILD_TIMEOUT_MS,
    signal,
  });
  await rename(draft, target);
}

/** By name, in the same order everywhere. */
async function readSources(): Promise<Record<string, string>> {
  const names = (await readdir(sourceFolder)).filter((name) => /\.(cc|h)$/.test(name)).sort();
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(sourceFolder, name), "utf8")] as const),
  );
  return Object.fromEntries(texts);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
