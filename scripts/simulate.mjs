import { ensurePackages, requirePlatform } from "./lib/bootstrap.mjs";
import { runTypeScript } from "./lib/typescript.mjs";

requirePlatform();
await ensurePackages();
await runTypeScript("scripts/simulator/main.ts", process.argv.slice(2));
