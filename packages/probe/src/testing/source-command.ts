import { fileURLToPath } from "node:url";
import { bundleProgram } from "./bundle-program";

/** The command that starts the writer process from its sources, with this machine's own Node. */
export function sourceCommand(): readonly string[] {
  return [process.execPath, bundleProgram(fileURLToPath(new URL("../writer-main.ts", import.meta.url)))];
}
