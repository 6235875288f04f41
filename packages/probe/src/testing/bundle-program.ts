import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const launcher = fileURLToPath(new URL("./start-compiled.cjs", import.meta.url));
/** From there a program finds the packages with native files, which no file of sources can hold. */
const folder = path.join(root, "node_modules/.cache/primacy");
const made = new Map<string, string>();

/**
 * One file with a program and all that it imports, which Node runs as it is; `entry` is the path of its first source. Made once for all
 * starts from this process: one that compiles its sources at each start needs many times as long until it does something. What V8
 * compiled of it is kept too, for each of its commands. Throws what esbuild says of sources that it cannot read, and where a text of them cannot be written in ASCII.
 */
export function bundleProgram(entry: string): string {
  const known = made.get(entry);
  if (known !== undefined) return known;
  const name = path.relative(root, entry).replaceAll(path.sep, "-").replace(/\.ts$/, "");
  const draft = path.join(folder, `${name}-${process.pid}.draft`);
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [entry],
    outfile: draft,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minifyWhitespace: true,
    legalComments: "none",
    external: ["koffi"],
    define: { "import.meta.url": "__filename" },
    logLevel: "warning",
  });
  // Another process may make the same meanwhile, or run it.
  const contents = readFileSync(draft);
  // It is read as such, which is quicker.
  if (contents.some((byte) => byte > 0x7f)) {
    rmSync(draft);
    throw new Error(`${entry} is not ASCII: escape what is not`);
  }
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 16);
  const program = `${name}.${hash}.js`;
  renameSync(draft, path.join(folder, program));
  const file = path.join(folder, `${name}.cjs`);
  writeFileSync(
    draft,
    `require(${JSON.stringify(launcher)})(module, require("node:path").join(__dirname, "${program}"));\n`,
  );
  renameSync(draft, file);
  removeOthers(name, program);
  made.set(entry, file);
  return file;
}

/** Of other sources of the same program nothing stays. */
function removeOthers(name: string, program: string): void {
  for (const other of readdirSync(folder))
    if (other.startsWith(`${name}.`) && other !== `${name}.cjs` && !other.startsWith(program))
      rmSync(path.join(folder, other), { recursive: true, force: true });
}
