import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const Manifest = z.object({ version: z.string(), archive: z.string() });

/**
 * The version of the agent in a package, with the hash of its build, as the agent itself tells it: from the manifest
 * that the build writes beside the package. Null where there is none that speaks of this package.
 */
export async function readAgentVersion(packagePath: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(path.dirname(packagePath), "manifest.json"), "utf8");
    const manifest = Manifest.parse(JSON.parse(text));
    return manifest.archive === path.basename(packagePath) ? manifest.version : null;
  } catch {
    // A console whose web process has no package beside it can say everything else.
    return null;
  }
}
