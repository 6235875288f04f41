import {
  buildCommands,
  ensureApt,
  ensureBuilt,
  ensurePackages,
  labCommands,
  requirePlatform,
  requireRoot,
} from "./lib/bootstrap.mjs";
import { say } from "./lib/say.mjs";
import { runTypeScript } from "./lib/typescript.mjs";

requirePlatform();
await requireRoot("The demo's lab");
await ensureApt({ ...labCommands(), ...buildCommands });
await ensurePackages();
await ensureBuilt();
say("starting the console and the lab");
await runTypeScript("scripts/demo/main.ts", process.argv.slice(2));
