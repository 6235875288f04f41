import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const starter = fileURLToPath(new URL("./start-compiled.cjs", import.meta.url));
/** From there a program finds the packages with native files, which no file of sources can hold. */
const folder = path.join(root, "node_modules/.cache/primacy");
/** Longer than any run of tests starts what it made. */
const keptMs = 24 * 3_600_000;
const made = new Map<string, string>();

/**
 * One file with a program and all that it imports, which Node runs as it is; `entry` is the path of its first source. Made once for all
 * starts from this process: one that compiles its sources at each start needs many times as long until it does something. What V8
 * compiled of it is kept too, for each of its commands. Throws what esbuild says of sources that it cannot read, and where a regular
 * expression in them is not ASCII.
 */
export function bundleProgram(entry: string): string {
  const known = made.get(entry) ?? makeProgram(entry);
  made.set(entry, known);
  return known;
}

/** The same, made anew. Other processes may make it meanwhile, or another one of other sources: each has names of its own. */
export function makeProgram(entry: string): string {
  const name = path.relative(root, entry).replaceAll(path.sep, "-").replace(/\.ts$/, "");
  const draft = path.join(folder, `${name}.${process.pid}.draft`);
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [entry],
    // Its names of modules are relative to it: the same sources give the same file wherever this process was started.
    absWorkingDir: root,
    outfile: draft,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifyWhitespace: true,
    // Before an error that nobody caught, Node prints the line where it was thrown.
    lineLimit: 500,
    legalComments: "none",
    external: ["koffi"],
    define: { "import.meta.url": "__filename" },
    logLevel: "warning",
  });
  const contents = readFileSync(draft);
  // It is read as such, which is quicker.
  if (contents.some((byte) => byte > 0x7f)) {
    rmSync(draft);
    throw new Error(`${entry} is not ASCII: escape what is not`);
  }
  const made = path.join(
    folder,
    `${name}.${createHash("sha256").update(contents).digest("hex").slice(0, 16)}`,
  );
  renameSync(draft, `${made}.js`);
  writeFileSync(
    draft,
    `require(${JSON.stringify(starter)})(module, require, ${JSON.stringify(`${made}.js`)});\n`,
  );
  renameSync(draft, `${made}.cjs`);
  removeOld(name, path.basename(made));
  return `${made}.cjs`;
}

/** Of other sources of the same program nothing stays for long. */
function removeOld(name: string, kept: string): void {
  for (const other of readdirSync(folder)) {
    if (!other.startsWith(`${name}.`) || other.startsWith(kept)) continue;
    const file = path.join(folder, other);
    try {
      if (Date.now() - statSync(file).mtimeMs > keptMs) rmSync(file, { recursive: true, force: true });
    } catch {
      // Somebody else removes it too, or uses it: the next one does.
    }
  }
}
