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
 * process. `what` names the whole in a sentence, where root is wanting; `programs` are further ones, by command, and
 * `products` what else has to be built.
 */
export async function runWithLab(what, file, { programs = {}, products = [] } = {}) {
  requirePlatform();
  await requireRoot(what);
  await ensureApt({ ...labCommands(), ...buildCommands, ...programs });
  await ensurePackages();
  await ensureBuilt();
  await ensureBuilt(products);
  await runTypeScript(file, process.argv.slice(2));
}
