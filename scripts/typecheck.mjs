import { existsSync } from "node:fs";
import path from "node:path";
import { root, run } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

const places = [
  "packages/contract",
  "packages/core",
  "packages/db",
  "packages/remote",
  "packages/ui",
  "packages/lab",
  "apps/agent",
  "apps/worker",
  "apps/web",
  "e2e",
  ".",
];
let failed = false;
for (const place of places) {
  for (const name of ["tsconfig.json", "tsconfig.test.json"]) {
    const config = path.join(place, name);
    if (!existsSync(path.join(root, config))) continue;
    const { code, output } = await run("node_modules/typescript-7/bin/tsc", ["-p", config], {
      capture: true,
      allowFailure: true,
    });
    if (code === 0) continue;
    failed = true;
    process.stdout.write(output);
  }
}
say(failed ? "types do not hold" : "types hold");
process.exit(failed ? 1 : 0);
