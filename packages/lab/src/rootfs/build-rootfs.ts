import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LabError } from "../errors";
import { getLabDirectory } from "../paths";
import { acquireFileLock } from "../process/file-lock";
import { runCommand } from "../process/run-command";
import { findLabState, listLabs } from "../state/lab-state";
import { observeAptSettings } from "./apt-settings";
import type { RootfsRecipe } from "./package-lists";

/** How a build reports itself and can be stopped. */
export interface BuildOptions {
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

const BUILD_TIMEOUT_MS = 15 * 60_000;
/** Mirrors change under a download, and a package's script that starts a server has been seen to fail once beside a busy machine. */
const BUILD_ATTEMPTS = 2;
/** Where the script of the server's package says why it failed: of its own it says nothing. */
const SERVER_LOG = "var/log/mysql/error.log";

/**
 * Returns the folder of a built root file system, building it when the cache lacks it.
 * Any number of processes may ask at once: one builds, the others wait. A build becomes visible whole or not at all.
 */
export async function ensureRootfs(recipe: RootfsRecipe, options: BuildOptions): Promise<string> {
  const folder = join(getLabDirectory(), "roots");
  const target = join(folder, `${recipe.name}-${hashOf(recipe)}`);
  if (await exists(target)) return target;
  await mkdir(folder, { recursive: true });
  const lock = await acquireFileLock(`${target}.lock`, {
    timeoutMs: BUILD_TIMEOUT_MS,
    onWait: () => options.onProgress(`waiting for another process that builds the ${recipe.name} root`),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  try {
    if (await exists(target)) return target;
    await buildWithRetry(recipe, folder, target, options);
    await removeUnusedRoots(folder, target, recipe);
    return target;
  } finally {
    await lock.release();
  }
}

/** Says why an attempt failed before the next one begins; throws what the last one failed with. */
async function buildWithRetry(
  recipe: RootfsRecipe,
  folder: string,
  target: string,
  options: BuildOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await build(recipe, folder, target, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (attempt === BUILD_ATTEMPTS || !(error instanceof LabError && error.retryable)) throw error;
      options.onProgress(`${error.message}\nbuilding it once more`);
    }
  }
}

async function build(
  recipe: RootfsRecipe,
  folder: string,
  target: string,
  options: BuildOptions,
): Promise<void> {
  await removeLeftovers(folder, `${recipe.name}-`);
  const draft = `${target}.draft-${process.pid}`;
  const startedMs = performance.now();
  options.onProgress(`building the ${recipe.name} root file system (Debian ${recipe.suite})`);
  const { stdout: architecture } = await runCommand(["dpkg", "--print-architecture"]);
  const apt = await observeAptSettings(options.signal);
  await runCommand(
    // A killed builder must not go on filling a folder that nobody will use.
    [
      ...["setpriv", "--pdeathsig", "TERM", "mmdebstrap", "--variant=minbase", "--mode=root"],
      `--architectures=${architecture.trim()}`,
      ...[...apt.options, 'APT::Install-Recommends "false";'].map((option) => `--aptopt=${option}`),
      ...["doc", "man", "locale", "info"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
      `--include=${recipe.packages.join(",")}`,
      recipe.suite,
      draft,
      apt.mirror,
    ],
    {
      timeoutMs: BUILD_TIMEOUT_MS,
      signal: options.signal,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" },
      onErrorLine: (line) => {
        if (line.startsWith("I: ")) options.onProgress(`${recipe.name} root: ${line.slice(3)}`);
      },
    },
  ).catch(async (cause: unknown) => {
    const said = (await readFile(join(draft, SERVER_LOG), "utf8").catch(() => "")).trim();
    throw new LabError(
      "command_failed",
      `The ${recipe.name} root file system could not be built from ${apt.mirror}: ${String(cause)}${said && `\nIts server said:\n${said}`}`,
      { cause, retryable: true },
    );
  });
  await makeGeneric(draft);
  await rename(draft, target);
  options.onProgress(
    `${recipe.name} root file system built in ${Math.round((performance.now() - startedMs) / 1000)} s`,
  );
}

/** Takes out what must differ between hosts, and adds the users that every host has. */
async function makeGeneric(root: string): Promise<void> {
  const inRoot = (...argv: string[]): Promise<unknown> => runCommand(["chroot", root, ...argv]);
  for (const level of ["0", "1", "2", "3", "4", "5", "6", "S"]) {
    await rm(join(root, `etc/rc${level}.d`), { recursive: true, force: true });
    await mkdir(join(root, `etc/rc${level}.d`));
  }
  await removeMatching(join(root, "etc/ssh"), /^ssh_host_/);
  await removeMatching(join(root, "var/lib/mysql"), /^auto\.cnf$|\.pem$/);
  // Spare redo files, half of the size of a fresh data directory; a server makes its own.
  await removeMatching(join(root, "var/lib/mysql/#innodb_redo"), /_tmp$/);
  await rm(join(root, "etc/hostname"), { force: true });
  await writeFile(join(root, "etc/machine-id"), "");
  await inRoot("useradd", "--create-home", "--shell", "/bin/bash", "ops");
  await inRoot("useradd", "--create-home", "--shell", "/bin/bash", "nosudo");
  await inRoot("useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "mysqlrouter");
  await writeFile(join(root, "etc/sudoers.d/ops"), "ops ALL=(ALL:ALL) NOPASSWD: ALL\n", { mode: 0o440 });
}

async function removeMatching(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter((name) => pattern.test(name)).map((name) => rm(join(folder, name))));
}

/** The lock is held, so every draft of this recipe belongs to a builder that died. */
async function removeLeftovers(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder);
  const stale = names.filter((name) => name.startsWith(prefix) && name.includes(".draft-"));
  await Promise.all(stale.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Older builds of this recipe go, unless a lab still runs on one. */
async function removeUnusedRoots(folder: string, target: string, recipe: RootfsRecipe): Promise<void> {
  const states = await Promise.all((await listLabs()).map((lab) => findLabState(lab).catch(() => null)));
  // A lab whose state cannot be read may run on anything.
  if (states.includes(null)) return;
  const used = new Set(states.flatMap((state) => Object.values(state?.roots ?? {})));
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOld = /^[a-z]+-[0-9a-f]{12}$/.test(name) && name.startsWith(`${recipe.name}-`) && path !== target;
    if (isOld && !used.has(path)) await rm(path, { recursive: true, force: true });
  }
}

function hashOf(recipe: RootfsRecipe): string {
  return createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, 12);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
