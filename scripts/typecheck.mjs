import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, run } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

const places = [
  "packages/contract",
  "packages/core",
  "packages/db",
  "packages/remote",
  "packages/probe",
  "packages/host-acts",
  "packages/ui",
  "packages/lab",
  "apps/agent",
  "apps/worker",
  "apps/web",
  "apps/console",
  "e2e",
  ".",
];
const merged = path.join(root, "node_modules/.cache/typecheck");

/** The projects of all parts; editors read the same files. */
function listProjects() {
  return places
    .flatMap((place) => [path.join(place, "tsconfig.json"), path.join(place, "tsconfig.test.json")])
    .map((file) => path.join(root, file))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, ...JSON.parse(readFileSync(file, "utf8")) }));
}

/**
 * The programs to check. Parts with the same options are one: a program checks all that its files import, so what many parts
 * import would be checked once for each.
 */
function listPrograms() {
  const [apart, together] = [[], new Map()];
  for (const { file, extends: base, compilerOptions, include, exclude = [] } of listProjects()) {
    if (compilerOptions !== undefined) {
      apart.push(file);
      continue;
    }
    const toAbsolute = (pattern) => path.join(path.dirname(file), pattern);
    const name = path.resolve(path.dirname(file), base);
    const program = together.get(name) ?? { extends: name, include: [], exclude: [] };
    program.include.push(...include.map(toAbsolute));
    program.exclude.push(...exclude.map(toAbsolute));
    together.set(name, program);
  }
  mkdirSync(merged, { recursive: true });
  const files = [...together.values()].map((program) => {
    const file = path.join(merged, path.basename(program.extends));
    writeFileSync(file, JSON.stringify(program));
    return file;
  });
  return [...files, ...apart];
}

/** Where the compiler keeps what it knows of a program's files: of those that did not change it checks only what a change can have broken. */
function infoOf(program) {
  return path.join(merged, `${path.relative(root, program).replaceAll(path.sep, "-")}.tsbuildinfo`);
}

const programs = listPrograms();
let failed = false;

/** Checks one after the other, each by one thread: several would check what they share several times. */
async function checkNext() {
  for (let program = programs.shift(); program !== undefined; program = programs.shift()) {
    const { code, output } = await run(
      "node_modules/typescript-7/bin/tsc",
      ["-p", program, "--singleThreaded", "--incremental", "--tsBuildInfoFile", infoOf(program)],
      {
        capture: true,
        allowFailure: true,
      },
    );
    if (code === 0) continue;
    failed = true;
    process.stdout.write(output);
  }
}

await Promise.all([checkNext(), checkNext()]);
say(failed ? "types do not hold" : "types hold");
process.exit(failed ? 1 : 0);
