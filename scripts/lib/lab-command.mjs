import {
  buildCommands,
  ensureApt,
  ensureBuilt,
  ensurePackages,
  labCommands,
  requirePlatform,
  requireRoot,
} from "./bootstrap.mjs";
import { runTypeScript } from "./typescript.mjs";

/**
 * Makes all ready that a lab and a console need (packages, programs, builds), then runs `file` with the arguments of this
 * process. `what` names the whole in a sentence, where root is wanting; `programs` are further ones, by command.
 */
export async function runWithLab(what, file, programs = {}) {
  requirePlatform();
  await requireRoot(what);
  await ensureApt({ ...labCommands(), ...buildCommands, ...programs });
  await ensurePackages();
  await ensureBuilt();
  await runTypeScript(file, process.argv.slice(2));
}
