import { LabError } from "../errors";
import { getCommandProcess } from "./command-process";
import { type CommandOptions, type CommandResult, startCommand } from "./start-command";

export type { CommandOptions, CommandResult };

/**
 * Runs one command without a shell and returns its result whatever its exit code is.
 * Throws LabError `command_timeout`, `aborted`, or `command_failed` when it cannot be started.
 * The command runs in its own process group, which is killed whole on timeout and abort.
 */
export function tryCommand(argv: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return (getCommandProcess() ?? startCommand)(argv, options);
}

/**
 * Runs one command that must succeed, and returns its result.
 * Throws LabError `command_failed` with the command, its exit code and the end of its stderr.
 */
export async function runCommand(
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await tryCommand(argv, options);
  if (result.exitCode !== 0) {
    const tail = (result.stderr.trim() || result.stdout.trim()).slice(-2000);
    throw new LabError("command_failed", `Exit code ${result.exitCode} from ${argv.join(" ")}: ${tail}`);
  }
  return result;
}
