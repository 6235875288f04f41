import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

const skipped = new Set([
  "node_modules",
  ".next",
  "dist",
  "generated",
  "test-results",
  "coverage",
  "gallery",
  "next-env.d.ts",
]);

/** Tests change no product; the compiler leaves its own notes beside the sources, as Next does with its types. */
const noSource = /\.(test|spec)\.tsx?$|\.tsbuildinfo$/;

function* filesBelow(base, place, withTests) {
  const full = path.join(base, place);
  if (!existsSync(full)) return;
  if (statSync(full).isFile()) {
    yield place;
    return;
  }
  for (const name of readdirSync(full).sort()) {
    if (!skipped.has(name) && (withTests || !noSource.test(name)))
      yield* filesBelow(base, path.join(place, name), withTests);
  }
}

/** A hash over the contents of the given files and folders of `base`; build products are left out, and tests unless asked for. */
export function hashOf(places, base = root, { withTests = false } = {}) {
  const hash = createHash("sha256");
  hash.update(process.version);
  for (const place of places) {
    for (const file of filesBelow(base, place, withTests))
      hash.update(`${file}\0`).update(readFileSync(path.join(base, file)));
  }
  return hash.digest("hex");
}

const stampFile = (name) => path.join(root, "node_modules", ".primacy", `${name}.stamp`);

/** True when `name` was last made from sources with this hash. */
export function isFresh(name, hash) {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), "utf8") === hash;
}

/** Records that `name` was made from sources with this hash. */
export function markFresh(name, hash) {
  mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

/** Forgets when `name` was made: it is not fresh until it is marked again. */
export function forget(name) {
  rmSync(stampFile(name), { force: true });
}
