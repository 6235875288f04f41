import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type koffi from "koffi";

/** The part of koffi that the agent uses. */
export type Koffi = Pick<typeof koffi, "load" | "struct" | "pointer" | "errno" | "os" | "version"> & {
  node: Pick<typeof koffi.node, "poll">;
};

/** The native part, and where it was found. */
export interface KoffiLoad {
  readonly koffi: Koffi;
  readonly file: string;
}

const nativeFileName = "koffi.node";

/**
 * Loads koffi's native file by path: beside the executable (the shipped agent, whose built-in
 * `require` knows no files), else from the installed package. Null where none can be used; never throws: without it the agent
 * falls back to the `ip` and `arping` commands.
 */
export function loadKoffi(extraDirectories: readonly string[] = []): KoffiLoad | null {
  for (const file of listCandidates(extraDirectories)) {
    if (!existsSync(file)) {
      continue;
    }
    const holder: { exports: Partial<Koffi> } = { exports: {} };
    try {
      process.dlopen(holder, file);
    } catch {
      continue;
    }
    const { load, struct, pointer, errno, os, node, version } = holder.exports;
    if (load && struct && pointer && errno && os && node && version) {
      return { koffi: { load, struct, pointer, errno, os, node, version }, file };
    }
  }
  return null;
}

function listCandidates(extraDirectories: readonly string[]): string[] {
  const beside = [...extraDirectories, path.dirname(process.execPath)].map((directory) =>
    path.join(directory, nativeFileName),
  );
  const installed = findInstalled();
  return installed === null ? beside : [...beside, installed];
}

function findInstalled(): string | null {
  // In the shipped bundle there is no module path to resolve from.
  const base = typeof __filename === "string" ? __filename : import.meta.url;
  try {
    const packageJson = createRequire(base).resolve("@koromix/koffi-linux-x64/package.json");
    return path.join(path.dirname(packageJson), "linux_x64", nativeFileName);
  } catch {
    return null;
  }
}
