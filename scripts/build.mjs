import { ensureBuilt, ensurePackages, requirePlatform } from "./lib/bootstrap.mjs";
import { say } from "./lib/say.mjs";

requirePlatform();
await ensurePackages();
await ensureBuilt();
say("built");
