import path from "node:path";
import { bundleProgram } from "@primacy/probe/testing";

/** The command that runs the agent's program as it stands in its sources, with other arguments. */
export function agentProgram(...args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, bundleProgram(path.join(import.meta.dirname, "../cli/entry.ts")), ...args];
}
