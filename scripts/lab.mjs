// `npm run lab -- …`: runs the lab's command line through tsx, in this terminal.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const loader = fileURLToPath(new URL("../node_modules/tsx/dist/loader.mjs", import.meta.url));
const main = fileURLToPath(new URL("../packages/lab/src/cli/main.ts", import.meta.url));

if (!existsSync(loader)) {
  console.error("The packages are not installed yet; run 'npm ci' first.");
  process.exit(1);
}
const child = spawn(process.execPath, ["--import", loader, main, ...process.argv.slice(2)], {
  stdio: "inherit",
});
// Ctrl-C reaches the child from the terminal; a TERM for this process is passed on.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("close", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});
