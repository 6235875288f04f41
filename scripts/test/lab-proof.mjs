import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { root } from "../lib/run.mjs";
import { hashOf } from "../lib/stamp.mjs";

/** Beside the root file systems of the labs, as packages/lab/src/paths.ts has them: it outlives a clone. */
const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
const folder = process.env.PRIMACY_LAB_DIR || path.join(cache, "primacy", "lab");
const file = path.join(folder, "own-tests-passed");

/** The lab's package, what its own tests judge by, and what it is installed with. */
const places = [
  "packages/lab",
  "packages/probe",
  "packages/host-acts",
  "packages/core/src/drill",
  "packages/core/src/benchmark",
  "package-lock.json",
];

/** Of whatever is in those places, tests too. */
export const readLabHash = () => hashOf(places, root, { withTests: true });

/** True where the lab's own tests have passed on this machine for the lab of this hash. */
export function isLabProved(hash) {
  try {
    return readFileSync(file, "utf8") === hash;
  } catch {
    return false;
  }
}

/** Records that they have; the hash is that of before they ran. */
export function keepLabProved(hash) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, hash);
}
