import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
/** From there a program finds the packages with native files, which no file of sources can hold. */
const folder = path.join(root, "node_modules/.cache/primacy");
const made = new Map<string, string>();

/**
 * One file with a program and all that it imports, which Node runs as it is; `entry` is the path of its first source. Made once for all
 * starts from this process: one that compiles its sources at each start needs many times as long until it does something. Throws what
 * esbuild says of sources that it cannot read.
 */
export function bundleProgram(entry: string): string {
  const known = made.get(entry);
  if (known !== undefined) return known;
  const name = path.relative(root, entry).replaceAll(path.sep, "-").replace(/\.ts$/, "");
  const draft = path.join(folder, `${name}-${process.pid}.cjs`);
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [entry],
    outfile: draft,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["koffi"],
    define: { "import.meta.url": "__filename" },
    logLevel: "warning",
  });
  // Another process may make the same meanwhile, or run it.
  const file = path.join(folder, `${name}.cjs`);
  renameSync(draft, file);
  made.set(entry, file);
  return file;
}
