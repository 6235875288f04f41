import {
  buildCommands,
  ensureApt,
  ensureBuilt,
  ensurePackages,
  labCommands,
  requirePlatform,
  requireRoot,
} from "./lib/bootstrap.mjs";
import { runTypeScript } from "./lib/typescript.mjs";

requirePlatform();
await requireRoot("Measuring");
await ensureApt({ ...labCommands(), ...buildCommands });
await ensurePackages();
await ensureBuilt();
await runTypeScript("scripts/measure/main.ts", process.argv.slice(2));
