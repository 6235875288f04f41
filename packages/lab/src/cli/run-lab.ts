import { LabError } from "../errors";
import { runDown } from "./down";
import { runExec, runShell } from "./exec";
import { runFault } from "./fault";
import { runReset } from "./reset";
import { runStatus } from "./status";
import { runUp } from "./up";
import { usage } from "./usage";

/** What one command is given: its arguments, and a signal that Ctrl-C aborts. */
export interface CommandContext {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
}

const commands: Readonly<Record<string, (context: CommandContext) => Promise<number>>> = {
  up: runUp,
  down: runDown,
  status: runStatus,
  exec: runExec,
  fault: runFault,
  reset: runReset,
  shell: runShell,
};

/** Runs one command of the lab and returns its exit code: 2 for a wrong call, before anything is changed. */
export async function runLab(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const [name = "help", ...args] = argv;
  const command = commands[name];
  if (command === undefined) {
    const isHelp = ["help", "--help", "-h"].includes(name);
    (isHelp ? console.log : console.error)(isHelp ? usage : `Unknown command '${name}'.\n\n${usage}`);
    return isHelp ? 0 : 2;
  }
  try {
    return await command({ args, signal });
  } catch (cause) {
    if (cause instanceof LabError) {
      console.error(cause.message);
      return cause.code === "aborted" ? 130 : cause.code === "bad_option" ? 2 : 1;
    }
    if (cause instanceof TypeError && "code" in cause && String(cause.code).startsWith("ERR_PARSE_ARGS")) {
      console.error(`${cause.message}\n\n${usage}`);
      return 2;
    }
    throw cause;
  }
}
