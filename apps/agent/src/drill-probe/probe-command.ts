import { createRequire } from "node:module";
import { isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The command that starts the process which plays clients: this agent's own executable, or its source where it runs from that. */
export function probeCommand(): readonly string[] {
  if (isSea()) return [process.execPath, "probe"];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const entry = fileURLToPath(new URL("../cli/entry.ts", import.meta.url));
  return [process.execPath, "--import", loader, entry, "probe"];
}
