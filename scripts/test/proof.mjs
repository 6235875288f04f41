import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../lib/run.mjs";
import { hashOf } from "../lib/stamp.mjs";
import { simFiles, simFolders } from "./test-kinds.mjs";

/** The lab's package, what its own tests judge by, and what it is installed with. */
const labPlaces = [
  "packages/lab",
  "packages/probe",
  "packages/host-acts",
  "packages/core/src/drill",
  "packages/core/src/benchmark",
  "package-lock.json",
];
const simSettings = ["package-lock.json", "scripts/test/fixed-seed.ts"];

/** In the repository: who makes the change commits it, once the tests have passed. */
const fileOf = (name) => path.join(root, `scripts/test/${name}-proved.sha256`);

/** Of whatever is in the lab's places, tests too. */
export const readLabHash = () => hashOf(labPlaces, root, { withTests: true });

/**
 * Of all that decides how the simulator's tests end: the tests and every line that they import, the packages, the seeds, and Node.
 * Their seeds are fixed and their clock is simulated, so that the same hash ends the same way. Needs the packages.
 */
export async function readSimHash() {
  const { build } = await import("esbuild");
  const inFolders = simFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  const imports = [...inFolders, ...simFiles].map((file) => `import "./${file}";`);
  const { outputFiles } = await build({
    stdin: { contents: imports.join("\n"), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    // They run the tests, in the version that the lock file names.
    external: ["vitest", "esbuild"],
    logLevel: "error",
  });
  const hash = createHash("sha256").update(process.version);
  for (const { contents } of outputFiles) hash.update(contents);
  for (const name of simSettings) hash.update(readFileSync(path.join(root, name)));
  return hash.digest("hex");
}

/** True where the tests of `name` have passed for what has this hash. */
export function isProved(name, hash) {
  try {
    return readFileSync(fileOf(name), "utf8").trim() === hash;
  } catch {
    return false;
  }
}

/** Records that they have; the hash is that of before they ran. */
export function keepProved(name, hash) {
  writeFileSync(fileOf(name), `${hash}\n`);
}
