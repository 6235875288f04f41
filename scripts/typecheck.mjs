import { existsSync } from "node:fs";
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
const configs = places
  .flatMap((place) => [path.join(place, "tsconfig.json"), path.join(place, "tsconfig.test.json")])
  .filter((config) => existsSync(path.join(root, config)));
let failed = false;

/** Checks one after the other; what it prints is told as soon as it is known. */
async function checkNext() {
  for (let config = configs.shift(); config !== undefined; config = configs.shift()) {
    const { code, output } = await run("node_modules/typescript-7/bin/tsc", ["-p", config], {
      capture: true,
      allowFailure: true,
    });
    if (code === 0) continue;
    failed = true;
    process.stdout.write(output);
  }
}

await Promise.all([checkNext(), checkNext()]);
say(failed ? "types do not hold" : "types hold");
process.exit(failed ? 1 : 0);
