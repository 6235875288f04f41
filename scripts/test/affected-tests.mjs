import { readFileSync } from "node:fs";
import path from "node:path";

/** Which tests a change can affect, told by what a bundler leaves of each of them. */
const settings = {
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  format: "esm",
  target: "esnext",
  jsx: "automatic",
  legalComments: "none",
  loader: { ".css": "empty", ".svg": "empty", ".png": "empty" },
  logLevel: "silent",
};
/** Bundles of several hundred tests take gigabytes of memory at once. */
const mostAtOnce = 50;

/**
 * Those of `tests` that a change of `changed` can affect, sorted. All are paths below `root`, as git names them; `manifests` are the package
 * files, whose packages from elsewhere are not followed. A test is affected
 *
 * - where it changed itself;
 * - where its program, without what nothing in it uses, has a line of a changed file;
 * - where it imports, however far away, a changed file that passes on what others export, that is no code, or of which no test has a line.
 *
 * Types alone affect none. What a test reads or starts by a file's name is not seen; nor is what a module of a package that says
 * `sideEffects: false` does to another one when it is loaded.
 *
 * Throws esbuild's error where an import leads nowhere, and one that names a package file that is no JSON: nothing is known then.
 */
export async function listAffectedTests({ root, tests, manifests, changed }) {
  const { build } = await import("esbuild");
  const external = listPackages(root, manifests);
  const bundle = async (entries) =>
    (await build({ ...settings, ...entries, absWorkingDir: root, external })).metafile;

  const contents = tests.map((test) => `import "./${test}";`).join("\n");
  const { inputs } = await bundle({ stdin: { contents, resolveDir: root } });
  const importers = listImporters(inputs);
  const there = changed.filter((file) => inputs[file] !== undefined);

  /** Of each program: how many bytes each file has in it. */
  const lines = new Map();
  const readLines = async (files) => {
    for (let from = 0; from < files.length; from += mostAtOnce) {
      const slice = files.slice(from, from + mostAtOnce);
      const { outputs } = await bundle({
        // Two files may differ in their last letters alone.
        entryPoints: slice.map((file, index) => ({ in: `./${file}`, out: String(index) })),
        outdir: path.join(root, "unwritten"),
      });
      for (const { entryPoint, inputs: parts } of Object.values(outputs)) lines.set(entryPoint, parts);
    }
  };
  const hasLines = (program, file) => (lines.get(program)?.[file]?.bytesInOutput ?? 0) > 0;

  const affected = new Set(tests.filter((test) => there.includes(test)));
  const code = there.filter((file) => isCode(file) && !affected.has(file));
  await readLines(code);
  const hasOwn = code.filter((file) => hasLines(file, file));
  const isWhole = (file) => {
    if (!isCode(file) || passesOn(path.join(root, file))) return true;
    return !hasOwn.includes(file) && inputs[file].imports.length > 0;
  };
  const whole = there.filter((file) => !affected.has(file) && isWhole(file));
  addAll(affected, tests, reach(importers, whole));

  const byLines = hasOwn.filter((file) => !whole.includes(file));
  const candidates = reach(importers, byLines);
  await readLines(tests.filter((test) => candidates.has(test)));
  for (const file of byLines) {
    const users = tests.filter((test) => hasLines(test, file));
    addAll(affected, tests, users.length > 0 ? new Set(users) : reach(importers, [file]));
  }
  return [...affected].sort();
}

const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);

/** True where it exports by name what may be another file's: a program that uses that has no line of this one. */
function passesOn(file) {
  return /^export\s*(\*|\{)/m.test(readFileSync(file, "utf8"));
}

/** Names of the packages from elsewhere. */
function listPackages(root, manifests) {
  const versions = manifests.flatMap((manifest) => {
    const { dependencies, devDependencies } = readJson(root, manifest);
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  // The workspaces' own are asked for in whatever version is there.
  return [...new Set(versions.filter(([, version]) => version !== "*").map(([name]) => name))];
}

function readJson(root, file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8"));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error.message}`, { cause: error });
  }
}

/** Of each file: those that import it. */
function listImporters(inputs) {
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(inputs)) {
    for (const one of imports) {
      if (!importers.has(one.path)) importers.set(one.path, []);
      importers.get(one.path).push(file);
    }
  }
  return importers;
}

/** The files, those that import them, those that import these, and so on. */
function reach(importers, files) {
  const reached = new Set(files);
  // A set grows while it is read.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

function addAll(affected, tests, reached) {
  for (const test of tests) if (reached.has(test)) affected.add(test);
}
