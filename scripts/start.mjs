import { ensureBuilt, ensurePackages, requirePlatform } from "./lib/bootstrap.mjs";
import { say } from "./lib/say.mjs";
import { runTypeScript } from "./lib/typescript.mjs";

requirePlatform();
await ensurePackages();
await ensureBuilt();
say("starting the console");
await runTypeScript("apps/console/src/main.ts", process.argv.slice(2));
