import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../lib/run.mjs";
import { hashOf } from "../lib/stamp.mjs";

/** In the repository: who changes the lab commits it with the change, once its own tests have passed. */
const file = path.join(root, "scripts/test/lab-proved.sha256");

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

/** True where the lab's own tests have passed for the lab of this hash. */
export function isLabProved(hash) {
  try {
    return readFileSync(file, "utf8").trim() === hash;
  } catch {
    return false;
  }
}

/** Records that they have; the hash is that of before they ran. */
export function keepLabProved(hash) {
  writeFileSync(file, `${hash}\n`);
}
